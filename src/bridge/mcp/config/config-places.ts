import { isAbsolute, join, resolve } from "node:path";
import type { McpHost } from "./mcp-host.ts";
import type { McpOrigin } from "./mcp-server.ts";

/** The environment places are looked up in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A file that servers may be in. */
export interface ConfigPlace {
  readonly file: string;
  readonly host: McpHost;
  readonly origin: McpOrigin;
  /** The folder whose servers they are. */
  readonly workspace: string;
  /** Further ways to servers in the file. */
  readonly roots?: readonly (readonly string[])[];
}

/** Where servers are looked for when nobody names a file, first one first; of servers with the same id the first counts. */
export function mcpConfigPlaces(cwd: string, env: Environment): readonly ConfigPlace[] {
  const workspace = resolve(cwd);
  const place = (
    origin: McpOrigin,
    file: string | undefined,
    host: McpHost = "deckhand",
  ): readonly ConfigPlace[] => (file === undefined ? [] : [{ file, host, origin, workspace }]);
  return [
    ...place("project", join(workspace, ".deckhand", "mcp.json")),
    ...place("project", join(workspace, ".indusvx", "mcp.json")),
    ...place("user", inConfig(env, "indusvx", "mcp.json")),
    ...place("user", inHome(env, ".indusvx", "agent", "mcp.json")),
    ...place("user", inHome(env, ".indusvx", "agent", "mcp-servers.json")),
    ...place("project", join(workspace, ".mcp.json"), "claude-code"),
    ...place("project", join(workspace, ".vscode", "mcp.json"), "vscode"),
    ...place("project", join(workspace, ".cursor", "mcp.json"), "cursor"),
    ...place("user", userMcpConfig(env)),
  ];
}

/** The user's own file, which imported servers are added to. */
export function userMcpConfig(env: Environment): string | undefined {
  return inConfig(env, "deckhand", "mcp.json");
}

/** The user's home, as the environment tells it. */
export function homeIn(env: Environment): string | undefined {
  return absolute(env["HOME"]) ?? absolute(env["USERPROFILE"]);
}

/** A path below the home folder. */
export function inHome(env: Environment, ...parts: readonly string[]): string | undefined {
  const home = homeIn(env);
  return home === undefined ? undefined : join(home, ...parts);
}

/** A path below the folder of users' configurations. */
export function inConfig(env: Environment, ...parts: readonly string[]): string | undefined {
  const folder = absolute(env["XDG_CONFIG_HOME"]);
  return folder === undefined ? inHome(env, ".config", ...parts) : join(folder, ...parts);
}

/** The XDG rules say to pass over a relative path. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
