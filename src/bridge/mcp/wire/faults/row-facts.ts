import { createMask, type Mask } from "../../../mask-secrets.ts";
import type { McpServer } from "../../config/mcp-server.ts";
import { programSecrets } from "../../config/row-secrets.ts";
import { hasAuthorization } from "../remote/remote-address.ts";

/** What faults need to know of a server's row. */
export interface RowFacts {
  readonly server: string;
  /** Hides the secrets of the row. */
  readonly mask: Mask;
  /** Whether the row itself says who we are, so that there is nothing to sign in to. */
  readonly hasCredentials: boolean;
}

/** Reads what faults need: what a program is told in secret, the values of headers, the query and the credentials of a URL are secrets. */
export function rowFacts(row: McpServer): RowFacts {
  if (row.transport === "stdio")
    return { server: row.id, mask: createMask(programSecrets(row)), hasCredentials: false };
  const { headers, url } = row;
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(" ").slice(1)]);
  return {
    server: row.id,
    mask: createMask([...values, ...(URL.canParse(url) ? secretsIn(new URL(url)) : [url])]),
    hasCredentials: hasAuthorization(headers),
  };
}

function secretsIn({ search, searchParams, username, password }: URL): readonly string[] {
  return [search.slice(1), ...searchParams.values(), username, password];
}
