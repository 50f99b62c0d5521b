import { showInvisible } from "../../../kernel/index.ts";

/** What can be wrong with an MCP configuration; stable for machines. */
export type McpDiagnosticKind =
  | "unreadable"
  | "too-large"
  | "not-parsed"
  | "no-servers"
  | "bad-row"
  | "bad-id"
  | "bad-field"
  | "duplicate-id"
  | "repeated-key"
  | "unknown-key"
  | "unresolved-variable"
  | "not-allowed"
  | "unpinned-package"
  | "more";

/** One thing that is wrong with a configuration, and where; it never quotes a value, which may be a secret. */
export interface McpDiagnostic {
  readonly kind: McpDiagnosticKind;
  readonly file: string;
  /** Counted from 1, where the format tells. */
  readonly line?: number;
  readonly column?: number;
  readonly server?: string;
  /** The setting of the server, such as `env.TOKEN`. */
  readonly field?: string;
  readonly message: string;
}

/** A diagnostic as one line for a person. */
export function mcpDiagnosticLine({ file, line, column, server, field, message }: McpDiagnostic): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const about = [server, field].filter((part) => part !== undefined).join(".");
  return [place, about, message].filter((part) => part !== "").join(": ");
}

/** A name that a file made up, as it can be shown to a person. */
export function shownName(name: string): string {
  return quoted(name).slice(1, -1);
}

/** The same in quotes. */
export function quoted(word: string): string {
  return showInvisible(JSON.stringify(word.length <= MOST_QUOTED ? word : `${word.slice(0, MOST_QUOTED)}…`));
}

const MOST_QUOTED = 60;
