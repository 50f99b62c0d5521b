import { createMask, type Mask } from "../../../mask-secrets.ts";
import type { McpServer } from "../../config/mcp-server.ts";
import { rowSecrets } from "../../config/row-secrets.ts";
import { hasAuthorization } from "../remote/remote-address.ts";

/** What faults need to know of a server's row. */
export interface RowFacts {
  readonly server: string;
  /** Hides the secrets of the row. */
  readonly mask: Mask;
  /** Whether the row itself says who we are, so that there is nothing to sign in to. */
  readonly hasCredentials: boolean;
}

/** Reads what faults need of a row. */
export function rowFacts(row: McpServer): RowFacts {
  return {
    server: row.id,
    mask: createMask(rowSecrets(row)),
    hasCredentials: row.transport !== "stdio" && hasAuthorization(row.headers),
  };
}
