import type { ToolContext } from "./context.ts";
import { faultInfoOf } from "./fault.ts";
import { clamp, type OutputBudget } from "./output-budget.ts";
import { holdsTooMuchMedia, isMedia, settleMedia } from "./settle-media.ts";
import { holdsTerminalEscapes, stripTerminalEscapes } from "./terminal-text.ts";
import { type ContentBlock, textOf, type ToolResult } from "./tool-result.ts";

type SettleContext = Pick<ToolContext, "budget" | "state">;

/** Bounds a result at one place: escapes stripped, what does not fit kept under a handle, evidence remembered. */
export function settle(result: ToolResult, ctx: SettleContext): ToolResult | Promise<ToolResult> {
  if (result.evidence !== undefined) for (const evidence of result.evidence) ctx.state.seen.record(evidence);
  if (holdsTooMuchMedia(result.content)) {
    return settleMedia(result.content, ctx.state).then((content) => settleText({ ...result, content }, ctx));
  }
  return settleText(result, ctx);
}

function settleText(result: ToolResult, ctx: SettleContext): ToolResult | Promise<ToolResult> {
  let length = 0;
  let isClean = true;
  for (const block of result.content) {
    if (!isMedia(block)) length += textOf(block).length;
    if (plainTextsIn(block).some(holdsTerminalEscapes)) isClean = false;
  }
  const clean = isClean ? result : withoutEscapes(result);
  if (length * MOST_BYTES_PER_UNIT <= ctx.budget.maxBytes) return clean;
  return bytesOf(clean.content) <= ctx.budget.maxBytes ? clean : spill(clean, ctx);
}

/** Spares counting the bytes of a text that is short enough whatever it holds. */
const MOST_BYTES_PER_UNIT = 3;

/** The texts of a block that are shown as they are; values are spelled out, escapes and all. */
function plainTextsIn(block: ContentBlock): readonly string[] {
  if (block.kind === "text") return [block.text];
  if (block.kind === "resource") return [block.uri, block.text ?? ""];
  return block.kind === "link" ? [block.uri, block.name ?? "", block.description ?? ""] : [];
}

function withoutEscapes(result: ToolResult): ToolResult {
  return { ...result, content: result.content.map(cleanBlock) };
}

const SHOWN_FIELDS = ["text", "uri", "name", "description"];

function cleanBlock(block: ContentBlock): ContentBlock {
  if (!plainTextsIn(block).some(holdsTerminalEscapes)) return block;
  const fields = Object.entries(block).map(([field, value]: [string, unknown]) =>
    typeof value === "string" && SHOWN_FIELDS.includes(field)
      ? [field, stripTerminalEscapes(value)]
      : [field, value],
  );
  return Object.fromEntries(fields) as ContentBlock;
}

function bytesOf(content: readonly ContentBlock[]): number {
  return textsOf(content).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Keeps the whole text under a handle and shows as much of it as the budget allows; pictures and sounds pass. */
async function spill(result: ToolResult, ctx: SettleContext): Promise<ToolResult> {
  const whole = textsOf(result.content).join("\n");
  const whereabouts = await keep(whole, ctx);
  const shown: ContentBlock = { kind: "text", text: clamp(whole, withNotice(ctx.budget, whereabouts)) };
  return { ...result, content: [shown, ...result.content.filter(isMedia)] };
}

function textsOf(content: readonly ContentBlock[]): readonly string[] {
  return content.filter((block) => !isMedia(block)).map(textOf);
}

/** Says where the whole is; a result that could not be kept is still a good result. */
async function keep(whole: string, { state }: SettleContext): Promise<string> {
  try {
    const handle = await state.results.keep(Buffer.from(whole, "utf8"));
    return `the whole output is kept: read or grep path=${handle}`;
  } catch (error) {
    return `the whole output could not be kept (${faultInfoOf(error).message}): ask for less at once`;
  }
}

function withNotice(budget: OutputBudget, whereabouts: string): OutputBudget {
  const notice = (dropped: number): string => `\n[… ${dropped} bytes omitted; ${whereabouts} …]\n`;
  return { ...budget, notice: budget.notice ?? notice };
}
