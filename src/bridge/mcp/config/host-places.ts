import { join, resolve } from "node:path";
import { type ConfigPlace, type Environment, inConfig, inHome } from "./config-places.ts";
import type { McpHost } from "./mcp-host.ts";
import type { McpOrigin } from "./mcp-server.ts";

/** Where another host keeps its servers, the project's files first, as that host ranks them. */
export function hostPlaces(
  host: Exclude<McpHost, "deckhand">,
  cwd: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): readonly ConfigPlace[] {
  const workspace = resolve(cwd);
  const place = (
    origin: McpOrigin,
    file: string | undefined,
    roots: ConfigPlace["roots"] = [],
  ): readonly ConfigPlace[] => (file === undefined ? [] : [{ file, host, origin, workspace, roots }]);
  const project = (...parts: readonly string[]): readonly ConfigPlace[] =>
    place("project", join(workspace, ...parts));
  const user = (...parts: readonly string[]): readonly ConfigPlace[] => place("user", inHome(env, ...parts));
  const application = (...parts: readonly string[]): readonly ConfigPlace[] =>
    place("user", inApplications(platform, env, ...parts));
  switch (host) {
    case "claude-code":
      // The user's file also holds what the user said for single projects.
      return [
        ...place("user", inHome(env, ".claude.json"), [["projects", workspace, "mcpServers"]]),
        ...project(".mcp.json"),
      ];
    case "claude-desktop":
      return application("Claude", "claude_desktop_config.json");
    case "cursor":
      return [...project(".cursor", "mcp.json"), ...user(".cursor", "mcp.json")];
    case "vscode":
      return [...project(".vscode", "mcp.json"), ...application("Code", "User", "mcp.json")];
    case "gemini":
      return [...project(".gemini", "settings.json"), ...user(".gemini", "settings.json")];
    case "codex":
      return [...project(".codex", "config.toml"), ...place("user", inCodexHome(env))];
    case "opencode":
      return [
        ...["opencode.json", "opencode.jsonc"].flatMap((name) => project(name)),
        ...["opencode.json", "opencode.jsonc"].flatMap((name) =>
          place("user", inConfig(env, "opencode", name)),
        ),
      ];
  }
}

/** Where programs with windows keep their settings. */
function inApplications(
  platform: NodeJS.Platform,
  env: Environment,
  ...parts: readonly string[]
): string | undefined {
  if (platform === "darwin") return inHome(env, "Library", "Application Support", ...parts);
  if (platform !== "win32") return inConfig(env, ...parts);
  const folder = env["APPDATA"];
  return folder === undefined ? inHome(env, "AppData", "Roaming", ...parts) : join(folder, ...parts);
}

function inCodexHome(env: Environment): string | undefined {
  const folder = env["CODEX_HOME"];
  return folder === undefined || folder === ""
    ? inHome(env, ".codex", "config.toml")
    : join(folder, "config.toml");
}
