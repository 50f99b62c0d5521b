import {
  blocksResult,
  digestOf,
  type Evidence,
  type FsFile,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { codecFor } from "../text/codec-for.ts";
import type { TextEncodingInfo } from "../text/text-encoding.ts";
import { type TextWindow, withGutter } from "./gutter.ts";
import { tryNotebookText } from "./notebook-text.ts";
import { readTextWindow, type WindowAsk } from "./text-window.ts";

/** Shows a notebook cell by cell; undefined when the file turns out to be none. */
export async function tryReadNotebook(
  file: FsFile,
  ask: WindowAsk,
  encoding: TextEncodingInfo,
  ctx: ToolContext,
): Promise<ToolResult | undefined> {
  if (file.size > MOST_NOTEBOOK_BYTES) return undefined;
  const bytes = await file.read(0, file.size);
  const codec = await codecFor(encoding.name);
  const notebook = tryNotebookText(codec.decode(bytes.subarray(encoding.bomBytes)));
  if (notebook === undefined) return undefined;
  const rendered = heldInMemory(file, Buffer.from(notebook.text, "utf8"));
  const window = await readTextWindow(rendered, ask, RENDERED, ctx);
  const text = `${ask.path} as a view of its cells; line numbers are those of the view.\n${withGutter(window)}`;
  const evidence = notebookEvidence(file, bytes, window, notebook.shortened);
  return blocksResult([{ kind: "text", text }, ...notebook.images], { evidence });
}

const MOST_NOTEBOOK_BYTES = 64 * 1024 * 1024;
const RENDERED: TextEncodingInfo = { name: "utf-8", bomBytes: 0, confident: true };

function heldInMemory(file: FsFile, bytes: Uint8Array): FsFile {
  const read = (position: number, length: number) =>
    Promise.resolve(bytes.subarray(position, position + length));
  return { ...file, size: bytes.length, read };
}

/** A view of every cell proves the file for edits; it is the whole file only if no output was shortened either. */
function notebookEvidence(
  { path, identity }: FsFile,
  bytes: Uint8Array,
  { first, page, more }: TextWindow,
  shortened: boolean,
): Evidence[] {
  const isComplete = first === 1 && !more && page.every(({ raw, seen }) => seen === raw.length);
  if (!isComplete) return [];
  const digest = digestOf(bytes);
  const ranges = [{ start: 0, end: bytes.length, digest }];
  return [shortened ? { path, identity, ranges } : { path, identity, ranges, whole: digest }];
}
