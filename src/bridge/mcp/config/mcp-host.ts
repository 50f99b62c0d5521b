import type { Dialect } from "./dialect.ts";
import type { TextFormat } from "./parse-text.ts";

/** Whose files are read: ours, and those of every other host. */
export type McpHost =
  | "deckhand"
  | "claude-code"
  | "claude-desktop"
  | "cursor"
  | "vscode"
  | "gemini"
  | "codex"
  | "opencode";

/** What tells a host's files from ours. */
export interface HostFormat {
  readonly format: TextFormat;
  readonly dialect: Dialect;
  /** What a bare `url` means there. */
  readonly urlTransport: "auto" | "http" | "sse";
  /** Where the servers are, each place a way from the root of the file; all that are there count. */
  readonly roots: readonly (readonly string[])[];
  /** Whether the file is about other things too, so that it is no news that it names no servers. */
  readonly isSettings: boolean;
  /** What a bare `timeout` is about there. */
  readonly timeout: "call" | "startup";
}

const OURS: HostFormat = {
  format: "json",
  dialect: "deckhand",
  urlTransport: "auto",
  roots: [["servers"], ["mcpServers"]],
  isSettings: false,
  timeout: "call",
};

const FORMATS: Readonly<Record<McpHost, HostFormat>> = {
  deckhand: OURS,
  "claude-code": OURS,
  "claude-desktop": { ...OURS, dialect: "literal" },
  cursor: OURS,
  vscode: { ...OURS, roots: [...OURS.roots, ["mcp", "servers"]] },
  gemini: { ...OURS, dialect: "dollar", urlTransport: "sse", isSettings: true, roots: [["mcpServers"]] },
  codex: {
    ...OURS,
    format: "toml",
    dialect: "literal",
    urlTransport: "http",
    isSettings: true,
    roots: [["mcp_servers"]],
  },
  opencode: {
    ...OURS,
    dialect: "braces",
    isSettings: true,
    timeout: "startup",
    roots: [["mcp", "servers"], ["mcp"]],
  },
};

/** The format of a host's files. */
export function formatOf(host: McpHost): HostFormat {
  return FORMATS[host];
}

/** The hosts that servers can be imported from. */
export const OTHER_HOSTS = Object.keys(FORMATS).filter((host) => host !== "deckhand") as readonly Exclude<
  McpHost,
  "deckhand"
>[];

/** Whose file it is, by what it is called; ours when it is called anything else. */
export function hostOfFile(file: string): McpHost {
  const path = file.replaceAll("\\", "/").toLowerCase();
  return NAMES.find(([name]) => name.test(path))?.[1] ?? "deckhand";
}

const NAMES: readonly (readonly [RegExp, McpHost])[] = [
  [/(?:^|\/)claude_desktop_config\.json$/, "claude-desktop"],
  [/(?:^|\/)\.(?:mcp|claude)\.json$/, "claude-code"],
  [/(?:^|\/)\.cursor\/[^/]+$/, "cursor"],
  [/(?:^|\/)(?:\.vscode|code\/user)\/[^/]+$/, "vscode"],
  [/(?:^|\/)\.gemini\/[^/]+$/, "gemini"],
  [/\.toml$/, "codex"],
  [/(?:^|\/)opencode\.jsonc?$/, "opencode"],
];
