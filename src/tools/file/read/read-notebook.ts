import {
  blocksResult,
  digestOf,
  type Evidence,
  type FsFile,
  type ImageBlock,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { codecFor } from "../text/codec-for.ts";
import type { TextEncodingInfo } from "../text/text-encoding.ts";
import { type TextWindow, withGutter } from "./gutter.ts";
import { picturesIn, tryNotebookText } from "./notebook-text.ts";
import { wasShownBefore } from "./page-evidence.ts";
import type { TextAsk } from "./read-text.ts";
import type { ShownNotebook } from "./seen-cells.ts";
import { readTextWindow } from "./text-window.ts";

/** Shows a notebook cell by cell; undefined when the file turns out to be none. */
export async function tryReadNotebook(
  file: FsFile,
  ask: TextAsk,
  encoding: TextEncodingInfo,
  ctx: ToolContext,
): Promise<ToolResult | undefined> {
  if (file.size > MOST_NOTEBOOK_BYTES) return undefined;
  const bytes = await file.read(0, file.size);
  const codec = await codecFor(encoding.name);
  const { bomBytes } = encoding;
  const json = codec.decode(bytes.subarray(bomBytes));
  const notebook = tryNotebookText(json);
  if (notebook === undefined) return undefined;
  const rendered = heldInMemory(file, Buffer.from(notebook.text, "utf8"));
  const window = await readTextWindow(rendered, ask, RENDERED, ctx);
  const named = picturesIn(window.page.map(({ text }) => text));
  const pictures = withinReason(named.flatMap((number) => notebook.pictures[number - 1] ?? []));
  const isShort = notebook.shortened || pictures.length < notebook.pictures.length;
  const whole = notebookEvidence(file, bytes, window, isShort);
  if (ask.again !== true && whole !== undefined && wasShownBefore(whole, ctx.state.seen.of(file.path)))
    return textResult(`Unchanged since you read it: ${ask.path}.\n${AGAIN}`, { evidence: [whole] });
  const shown = { path: ask.path, bytes, json, bomBytes, views: notebook.cells, page: window.page };
  const evidence = whole === undefined ? await partEvidence(file, shown) : [whole];
  const text = [
    `${ask.path} as a view of its cells; line numbers are those of the view.`,
    withGutter(window),
    ...(pictures.length < named.length ? [`Only ${pictures.length} pictures are attached. ${FEWER}`] : []),
  ];
  return blocksResult([{ kind: "text", text: text.join("\n") }, ...pictures], { evidence });
}

const AGAIN = "Use again=true to see its cells once more.";
const FEWER = "Read the lines of the others alone to see them.";
const MOST_PICTURES = 4;
const MOST_PICTURE_CHARACTERS = 5_000_000;

function withinReason(pictures: readonly ImageBlock[]): ImageBlock[] {
  let room = MOST_PICTURE_CHARACTERS;
  return pictures.slice(0, MOST_PICTURES).filter(({ data }) => (room -= data.length) >= 0);
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
): Evidence | undefined {
  const isComplete = first === 1 && !more && page.every(({ raw, seen }) => seen === raw.length);
  if (!isComplete) return undefined;
  const digest = digestOf(bytes);
  const ranges = [{ start: 0, end: bytes.length, digest }];
  const seen = { path, identity, ranges, shownBy: "read as cells" };
  return shortened ? seen : { ...seen, whole: digest };
}

/** A page of a longer view proves the cells that it shows whole. */
async function partEvidence({ path, identity }: FsFile, shown: ShownNotebook): Promise<Evidence[]> {
  const { seenCells } = await import("./seen-cells.ts");
  const ranges = await seenCells(shown);
  return ranges.length === 0 ? [] : [{ path, identity, ranges }];
}
