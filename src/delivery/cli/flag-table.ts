import { PROFILE_NAMES } from "../../deck/index.ts";
import { TRUST_LEVELS } from "../../kernel/index.ts";

/** What a flag takes: nothing, one text, a text each time it is given, or many, repeated or joined by commas. */
export type FlagKind = "switch" | "text" | "repeat" | "list";

/** One flag of everything that opens a session. */
export interface FlagRow {
  /** As it is typed, without the dashes; `no-X` takes X away. */
  readonly name: string;
  /** Another name of it; the parser knows at most one. */
  readonly aliases?: readonly [string];
  readonly kind: FlagKind;
  /** The heading it stands under in the help. */
  readonly group: "Workspace" | "Tools" | "Trust" | "Output";
  /** What stands for the value in the help; nothing for a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly describe: string;
}

/** The flags of everything that opens a session, in the order of the help. */
export const SESSION_FLAGS: readonly FlagRow[] = [
  {
    name: "cwd",
    kind: "text",
    group: "Workspace",
    value: "dir",
    describe: "work in this folder instead of the current one",
  },
  {
    name: "add-dir",
    kind: "repeat",
    group: "Workspace",
    value: "dir",
    describe: "a further folder tools may reach (repeatable)",
  },
  {
    name: "config",
    kind: "text",
    group: "Workspace",
    value: "file",
    describe: "configuration file to use",
  },
  {
    name: "session",
    kind: "text",
    group: "Workspace",
    value: "name",
    describe: "the session to go on with: its checklist, mode and memory",
  },
  {
    name: "store",
    kind: "text",
    group: "Workspace",
    value: "url",
    describe: "where the session is remembered",
  },
  {
    name: "tools",
    kind: "list",
    group: "Tools",
    value: "names",
    describe: "offer only these tools (repeatable, comma-joined)",
  },
  {
    name: "no-tools",
    kind: "switch",
    group: "Tools",
    describe: "offer no tools at all, and start no server",
  },
  {
    name: "mcp",
    aliases: ["mcp-config"],
    kind: "list",
    group: "Tools",
    value: "paths",
    describe: "MCP configuration to use instead of what is found (repeatable, comma-joined)",
  },
  {
    name: "profile",
    kind: "text",
    group: "Tools",
    value: "name",
    describe: `which part of the deck to offer: ${PROFILE_NAMES.join(", ")}`,
  },
  {
    name: "deferred",
    kind: "switch",
    group: "Tools",
    describe: "show a model only how to find tools, and what is pinned",
  },
  {
    name: "trust",
    kind: "text",
    group: "Trust",
    value: "level",
    choices: TRUST_LEVELS,
    describe: "how far the caller is trusted",
  },
  { name: "role", kind: "text", group: "Trust", value: "name", describe: "role pack to work in" },
  { name: "json", kind: "switch", group: "Output", describe: "print JSON for machines" },
];
