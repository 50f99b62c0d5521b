import type { ToolRecord } from "../../kernel/index.ts";
import type { ApprovalRule } from "./approval.ts";
import { quoted, visible } from "../policy/visible.ts";
import { sentenceOf } from "./rule-for.ts";
import { shownBlock } from "./shown-block.ts";

/** One call as a person should see it before saying yes. */
export interface ShownCall {
  readonly tool: Pick<ToolRecord, "name" | "path">;
  readonly input: unknown;
  readonly cwd: string;
  /** What the call would do to files, as a unified diff. */
  readonly diff?: string | undefined;
  /** What is suspicious about the tool itself. */
  readonly suspicions?: readonly string[] | undefined;
  /** What a yes of width `rule` would stand for. */
  readonly rule?: ApprovalRule | undefined;
}

/** Shows the exact call: every line of it is ours or stands behind a gutter, so nothing in it can pass for a prompt. */
export function previewOf({ tool, input, cwd, diff, suspicions = [], rule }: ShownCall): string {
  return [
    `${visible(tool.name)} (${visible(tool.path)}) in ${quoted(cwd)}`,
    ...suspicionLines(suspicions),
    ...argumentLines(input),
    ...(diff === undefined ? [] : ["  changes:", ...shownBlock(diff)]),
    ...(rule === undefined ? [] : [`  as a rule: ${sentenceOf(rule)}`]),
  ].join("\n");
}

const MOST_SUSPICIONS = 5;

function suspicionLines(suspicions: readonly string[]): string[] {
  const lines = suspicions.slice(0, MOST_SUSPICIONS).map((line) => `  suspicious: ${quoted(line)}`);
  const more = suspicions.length - MOST_SUSPICIONS;
  return more > 0 ? [...lines, `  suspicious: ${more} more things that are not shown`] : lines;
}

const MOST_ARGUMENTS = 20;

function argumentLines(input: unknown): string[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return valueLines("input", input);
  const entries = Object.entries(input);
  const lines = entries.slice(0, MOST_ARGUMENTS).flatMap(([key, value]) => valueLines(key, value));
  const more = entries.length - MOST_ARGUMENTS;
  return more > 0 ? [...lines, `  … and ${more} more arguments that are not shown …`] : lines;
}

/** What fits on a line beside its key is quoted there, the rest is set below it. */
const MOST_INLINE = 60;

function valueLines(key: string, value: unknown): string[] {
  const label = `  ${/^[A-Za-z_][\w-]{0,40}$/.test(key) ? key : quoted(key)}:`;
  const text = typeof value === "string" ? value : (JSON.stringify(value, undefined, 2) ?? String(value));
  if (text.length > MOST_INLINE || text.includes("\n")) return [label, ...shownBlock(text)];
  return [`${label} ${typeof value === "string" ? quoted(value) : visible(text)}`];
}
