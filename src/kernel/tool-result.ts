import type { Alternative } from "./alternative.ts";
import type { Change, Evidence } from "./evidence.ts";
import type { FaultInfo } from "./fault.ts";

/** A piece of text. */
export interface TextBlock {
  readonly kind: "text";
  readonly text: string;
}

/** A structured value, serialised when shown to a model. */
export interface JsonBlock {
  readonly kind: "json";
  readonly value: unknown;
}

/** A picture, as base64. */
export interface ImageBlock {
  readonly kind: "image";
  readonly mediaType: string;
  readonly data: string;
}

/** One piece of a result. */
export type ContentBlock = TextBlock | JsonBlock | ImageBlock;

/** What may accompany the content of a result; none of it is shown to a model. */
export interface ResultNotes {
  /** What was seen. */
  readonly evidence?: readonly Evidence[];
  /** What was altered. */
  readonly changes?: readonly Change[];
  /** What was weighed and left, such as the places an edit did not choose. */
  readonly alternatives?: readonly Alternative[];
}

/** What a tool returns: what to show, what it saw, and what it altered. */
export interface ToolResult extends ResultNotes {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly error?: FaultInfo;
}

/** A result of one text. */
export function textResult(text: string, notes: ResultNotes = {}): ToolResult {
  return blocksResult([{ kind: "text", text }], notes);
}

/** A result of one structured value. */
export function jsonResult(value: unknown, notes: ResultNotes = {}): ToolResult {
  return blocksResult([{ kind: "json", value }], notes);
}

/** A result of several blocks. */
export function blocksResult(content: readonly ContentBlock[], notes: ResultNotes = {}): ToolResult {
  return { content, isError: false, ...notes };
}

/** A result that says what went wrong and what would work. */
export function errorResult(error: FaultInfo, notes: ResultNotes = {}): ToolResult {
  const text = error.hint === undefined ? error.message : `${error.message}\n${error.hint}`;
  return { content: [{ kind: "text", text }], isError: true, error, ...notes };
}

/** Flattens blocks for a caller: a lone text is a string, a lone value itself, any mix the blocks. */
export function projectContent(content: readonly ContentBlock[]): unknown {
  const only = content[0];
  if (only === undefined) return "";
  if (content.length > 1 || only.kind === "image") return content;
  return only.kind === "text" ? only.text : only.value;
}

/** The text a model reads for a block; pictures are named, not spelled out. */
export function textOf(block: ContentBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "json":
      return JSON.stringify(block.value, null, 2) ?? "";
    case "image":
      return `[image ${block.mediaType}]`;
  }
}
