import {
  clamp,
  type ContentBlock,
  stripTerminalEscapes,
  textOf,
  type ToolResult,
} from "../../../kernel/index.ts";
import type { RawResult } from "../wire/mcp-connection.ts";
import { blockFromRemote, jsonBlock } from "./block-from-remote.ts";
import { keptFields } from "./remote-fields.ts";
import { withStructured } from "./structured-content.ts";

/** The result of a remote tool as one of ours, with everything it came with; whatever it holds, this never throws. */
export function resultFromRemote(raw: RawResult): ToolResult {
  const { content, structuredContent, toolResult, isError, ...rest } = raw;
  const blocks = blocksOf(content ?? toolResult);
  const whole = structuredContent === undefined ? blocks : withStructured(blocks, structuredContent);
  const fields = keptFields(rest);
  return {
    content: whole,
    ...errorOf(whole, isError),
    ...(fields === undefined ? {} : { origin: fields }),
  };
}

/** The oldest revision had one value in place of a list of blocks. */
function blocksOf(content: unknown): readonly ContentBlock[] {
  if (Array.isArray(content)) return content.map(blockFromRemote);
  if (content === undefined || content === null) return [];
  return [typeof content === "string" ? { kind: "text", text: content } : jsonBlock(content)];
}

const MOST_MESSAGE = 2000;

/** Anything but a plain no is an error: a tool that failed must not pass for one that did not. */
function errorOf(content: readonly ContentBlock[], isError: unknown): Pick<ToolResult, "isError" | "error"> {
  if (isError === undefined || isError === null || isError === false) return { isError: false };
  const text = stripTerminalEscapes(content.map(textOf).join("\n")).trim();
  const message = clamp(text, { kind: "middle", maxBytes: MOST_MESSAGE });
  return {
    isError: true,
    error: { code: "tool_error", message: message || "The tool reported an error and did not say which." },
  };
}
