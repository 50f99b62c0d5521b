import { existsSync } from "node:fs";
import { mcpConfigPlaces } from "../../bridge/index.ts";
import type { TrustLevel } from "../../kernel/index.ts";
import type { Environment } from "../config/config-places.ts";
import type { OpenMcp } from "./session-mcp.ts";

/** Which servers a session is to have. */
export interface McpRequest {
  readonly cwd: string;
  /** The files that a person names, instead of the usual places; naming them is consent to their rows as they are. */
  readonly paths?: readonly string[] | undefined;
  readonly env?: Environment | undefined;
  /** Where consents, pins and memories are kept; the user's state folder when absent. */
  readonly stateFolder?: string | undefined;
  /** What tools of a server or single tools take, by server id or qualified name. */
  readonly trust?: Readonly<Record<string, TrustLevel>> | undefined;
  /** The version that servers are told. */
  readonly version?: string | undefined;
}

/** Finds the servers of a session; where no file could hold any, nothing of MCP is even loaded. */
export async function findMcp(request: McpRequest): Promise<OpenMcp | undefined> {
  const { cwd, paths = [], env = process.env } = request;
  if (paths.length === 0 && !mcpConfigPlaces(cwd, env).some(({ file }) => existsSync(file))) return undefined;
  const { prepareMcp } = await import("./prepare-mcp.ts");
  return prepareMcp(request);
}
