import type { McpDiagnostic } from "./mcp-diagnostic.ts";
import type { McpServer, UnusableServer } from "./mcp-server.ts";
import type { ReadPlace } from "./read-place.ts";

/** What every file says, taken together. */
export interface LoadedMcpConfig {
  /** In the order of the files and of their rows; ids are unique. */
  readonly servers: readonly McpServer[];
  readonly unusable: readonly UnusableServer[];
  readonly diagnostics: readonly McpDiagnostic[];
  /** Every file that was looked for, to be watched. */
  readonly files: readonly string[];
  /** Files that are there and could not be read or parsed, so that nobody knows what they say. */
  readonly broken: readonly string[];
}

/** Takes places together in their order: of rows with the same id the first counts, and the others are told. */
export function mergePlaces(places: readonly ReadPlace[]): LoadedMcpConfig {
  const owners = new Map<string, string>();
  const servers: McpServer[] = [];
  const unusable: UnusableServer[] = [];
  const diagnostics: McpDiagnostic[] = [];
  for (const { source, rows, diagnostics: own } of places) {
    diagnostics.push(...own);
    for (const row of rows) {
      const owner = owners.get(row.id);
      if (owner !== undefined) {
        diagnostics.push(duplicate(row.id, source.file, owner));
        continue;
      }
      owners.set(row.id, source.file);
      if (row.reason === undefined) servers.push(row.server);
      else unusable.push({ ...row, source });
    }
  }
  return {
    servers,
    unusable,
    diagnostics,
    files: [...new Set(places.flatMap(({ files }) => files))],
    broken: places.filter(({ isBroken }) => isBroken).map(({ source }) => source.file),
  };
}

function duplicate(server: string, file: string, owner: string): McpDiagnostic {
  return {
    kind: "duplicate-id",
    file,
    server,
    message: `${owner} has a server of the same id, which is used instead`,
  };
}
