import type { ToolContext } from "./context.ts";
import { faultInfoOf } from "./fault.ts";
import { clamp, type OutputBudget } from "./output-budget.ts";
import { stripTerminalEscapes } from "./terminal-text.ts";
import { type ContentBlock, textOf, type ToolResult } from "./tool-result.ts";

type SettleContext = Pick<ToolContext, "budget" | "state">;

/** Bounds a result at one place: escapes stripped, what does not fit kept under a handle, evidence remembered. */
export function settle(result: ToolResult, ctx: SettleContext): ToolResult | Promise<ToolResult> {
  for (const evidence of result.evidence ?? []) ctx.state.seen.record(evidence);
  const content = result.content.map(withoutEscapes);
  const clean = { ...result, content };
  return fits(content, ctx.budget.maxBytes) ? clean : spill(clean, ctx);
}

function withoutEscapes(block: ContentBlock): ContentBlock {
  return block.kind === "text" ? { kind: "text", text: stripTerminalEscapes(block.text) } : block;
}

function fits(content: readonly ContentBlock[], maxBytes: number): boolean {
  let bytes = 0;
  for (const block of content) {
    if (block.kind !== "image") bytes += Buffer.byteLength(textOf(block));
  }
  return bytes <= maxBytes;
}

/** Keeps the whole text under a handle and shows as much of it as the budget allows; pictures pass untouched. */
async function spill(result: ToolResult, ctx: SettleContext): Promise<ToolResult> {
  const whole = result.content
    .filter((block) => block.kind !== "image")
    .map(textOf)
    .join("\n");
  const whereabouts = await keep(whole, ctx);
  const shown: ContentBlock = { kind: "text", text: clamp(whole, withNotice(ctx.budget, whereabouts)) };
  return { ...result, content: [shown, ...result.content.filter((block) => block.kind === "image")] };
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
