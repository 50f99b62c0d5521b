import type { ExaminedTouch } from "../../control/index.ts";
import { clamp, projectContent, type ToolContext, type ToolOutcome } from "../../kernel/index.ts";
import type { Governance } from "./governance.ts";

/**
 * What is said and done after a command: the status after a commit, advice about how it was made, and which hosts it
 * could not reach. The command is over, so nothing that goes wrong here takes its outcome away.
 */
export async function lookAfter(
  outcome: ToolOutcome,
  touches: readonly ExaminedTouch[],
  ctx: ToolContext,
  { shellDesk }: Governance,
): Promise<ToolOutcome> {
  const touch = touches.find(({ kind }) => kind === "command");
  if (touch?.kind !== "command") return outcome;
  const { advice = [], after } = touch.verdict.care ?? {};
  const isDone = !outcome.isError && after !== undefined;
  const status = isDone ? await statusAfter(after, ctx).catch(() => []) : [];
  const refusals = (await shellDesk()).refusals();
  const notes = [...status, ...[...advice, ...refusals].map((words) => `[${words}]`)];
  return notes.length === 0 ? outcome : withNotes(outcome, notes);
}

const STATUS_MS = 10_000;
const STATUS_BYTES = 4096;

async function statusAfter(command: string, { shell, cwd, cancel }: ToolContext): Promise<readonly string[]> {
  const { code, stdout } = await shell.exec(command, { cwd, cancel, timeoutMs: STATUS_MS });
  if (code !== 0) return [];
  const text = clamp(stdout.trimEnd(), { kind: "head", maxBytes: STATUS_BYTES, notice: () => "\n…" });
  return [`$ ${command}\n${text}`];
}

/** Added to the last text, so that a result of one text stays one. */
function withNotes(outcome: ToolOutcome, notes: readonly string[]): ToolOutcome {
  const { content } = outcome.result;
  const last = content.at(-1);
  const words = notes.join("\n");
  const next =
    last?.kind === "text"
      ? [...content.slice(0, -1), { ...last, text: `${last.text}\n${words}` }]
      : [...content, { kind: "text", text: words } as const];
  return { ...outcome, output: projectContent(next), result: { ...outcome.result, content: next } };
}
