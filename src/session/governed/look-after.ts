import { clamp, projectContent, type ToolContext, type ToolOutcome, type Touch } from "../../kernel/index.ts";
import type { Governance } from "./governance.ts";

/**
 * What is said and done after a command: the status after a commit, advice about how it was made, and which hosts it
 * could not reach. It never makes a command that went well fail.
 */
export async function lookAfter(
  outcome: ToolOutcome,
  touches: readonly Touch[],
  ctx: ToolContext,
  { shellDesk }: Governance,
): Promise<ToolOutcome> {
  const touch = touches.find(({ op }) => op === "run");
  if (touch?.kind !== "command") return outcome;
  const desk = await shellDesk();
  const { advice, after } = await desk.careFor(touch.command, ctx.cwd);
  const status = after === undefined || outcome.isError ? [] : await statusAfter(after, ctx);
  const notes = [
    ...status,
    ...advice.map((words) => `[${words}]`),
    ...desk.refusals().map((words) => `[${words}]`),
  ];
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
