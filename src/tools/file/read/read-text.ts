import { type FsFile, textResult, type ToolContext, type ToolResult } from "../../../kernel/index.ts";
import type { TextEncodingInfo } from "../text/text-encoding.ts";
import { rangeOf, withGutter } from "./gutter.ts";
import { pageEvidence, wasShownBefore } from "./page-evidence.ts";
import { readTextWindow, type WindowAsk } from "./text-window.ts";

/** Which lines are asked for, and whether they are wanted although they were shown before. */
export interface TextAsk extends WindowAsk {
  readonly again?: boolean | undefined;
}

/** Shows a window of a text file and leaves evidence of what was seen; what was shown before is not repeated. */
export async function readText(
  file: FsFile,
  ask: TextAsk,
  encoding: TextEncodingInfo,
  ctx: ToolContext,
): Promise<ToolResult> {
  const window = await readTextWindow(file, ask, encoding, ctx);
  const evidence = pageEvidence(file, window.page);
  const text = withGutter(window);
  const isKnown = ask.again !== true && wasShownBefore(evidence, ctx.state.seen.of(file.path));
  if (!isKnown) return textResult(text, { evidence: [evidence] });
  const unchanged = `Unchanged since you read it: ${ask.path}, ${rangeOf(window)}.`;
  const shown = text.length <= SHORT_ENOUGH ? text : "Use again=true to see them once more.";
  return textResult(`${unchanged}\n${shown}`, { evidence: [evidence] });
}

/** What is this short costs less to repeat than to ask for again. */
const SHORT_ENOUGH = 1000;
