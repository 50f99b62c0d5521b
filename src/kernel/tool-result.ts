import type { Alternative } from "./alternative.ts";
import type { Change, Evidence } from "./evidence.ts";
import type { FaultInfo } from "./fault.ts";
import { stripTerminalEscapes } from "./terminal-text.ts";

/** What came with a block from elsewhere; whoever passes the result on needs it, a model is not shown it. */
export interface BlockOrigin {
  /** Fields that mean nothing here, such as annotations. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The same thing said another way: a structured value beside the text that spells it out, or the text beside it. */
  readonly twin?: readonly ContentBlock[];
  /** Why the block is carried as plain json and not as what it was meant to be. */
  readonly note?: string;
}

interface Block {
  readonly origin?: BlockOrigin;
}

/** A piece of text. */
export interface TextBlock extends Block {
  readonly kind: "text";
  readonly text: string;
}

/** A structured value, serialised when shown to a model. */
export interface JsonBlock extends Block {
  readonly kind: "json";
  readonly value: unknown;
}

/** A picture, as base64. */
export interface ImageBlock extends Block {
  readonly kind: "image";
  readonly mediaType: string;
  readonly data: string;
}

/** A sound, as base64. */
export interface AudioBlock extends Block {
  readonly kind: "audio";
  readonly mediaType: string;
  readonly data: string;
}

/** Something that has an address, with its content: a text, or bytes as base64. */
export interface ResourceBlock extends Block {
  readonly kind: "resource";
  readonly uri: string;
  readonly mediaType?: string;
  readonly text?: string;
  readonly data?: string;
}

/** The address of something that can be read later. */
export interface LinkBlock extends Block {
  readonly kind: "link";
  readonly uri: string;
  readonly name?: string;
  readonly description?: string;
  readonly mediaType?: string;
}

/** One piece of a result. */
export type ContentBlock = TextBlock | JsonBlock | ImageBlock | AudioBlock | ResourceBlock | LinkBlock;

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
  /** Fields a result from elsewhere came with that mean nothing here; a model is not shown them. */
  readonly origin?: Readonly<Record<string, unknown>>;
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
  if (content.length > 1) return content;
  if (only.kind === "text") return only.text;
  return only.kind === "json" ? only.value : content;
}

/** The text a model reads for a block; pictures, sounds and other bytes are named, not spelled out. */
export function textOf(block: ContentBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "json":
      return JSON.stringify(block.value, null, 2) ?? "";
    case "image":
    case "audio":
      return `[${block.kind} ${block.mediaType}]`;
    case "resource":
      return resourceText(block);
    case "link":
      return linkText(block);
  }
}

/** Says where a text is from before it begins: what follows is that source's, whatever it says. */
function resourceText({ uri, mediaType, text, data }: ResourceBlock): string {
  const label = ["resource", quoted(uri), ...(mediaType === undefined ? [] : [mediaType])].join(" ");
  if (text !== undefined) return `[${label}]\n${text}`;
  return data === undefined ? `[${label}]` : `[${label}, ${bytesIn(data)} bytes]`;
}

function linkText({ uri, name, description, mediaType }: LinkBlock): string {
  const label = ["link", quoted(uri), ...(mediaType === undefined ? [] : [mediaType])].join(" ");
  const words = [name, description].filter((part) => part !== undefined).map(oneLine);
  return [`[${label}]`, ...words].join(" ");
}

/** An address somebody else made up cannot end the label it stands in. */
function quoted(uri: string): string {
  return JSON.stringify(oneLine(uri));
}

function oneLine(text: string): string {
  return stripTerminalEscapes(text).replaceAll(/\s+/g, " ");
}

/** How many bytes a base64 text stands for. */
export function bytesIn(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}
