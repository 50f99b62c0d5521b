import { hostPlaces } from "./host-places.ts";
import { loadPlaces, type McpConfigOptions } from "./load-mcp-config.ts";
import type { McpHost } from "./mcp-host.ts";
import type { LoadedMcpConfig } from "./merge-places.ts";

/** Which host's servers to import, and where to look. */
export interface ImportOptions extends McpConfigOptions {
  readonly platform?: NodeJS.Platform;
}

/** Reads the servers of another host, of this project and of its user; each row tells the file it was found in. */
export async function importFrom(
  host: Exclude<McpHost, "deckhand">,
  { platform, ...options }: ImportOptions = {},
): Promise<LoadedMcpConfig> {
  const { cwd = process.cwd(), env = process.env } = options;
  return loadPlaces(hostPlaces(host, cwd, env, platform), options);
}
