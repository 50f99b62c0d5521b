import { z } from "zod";
import { type ImageBlock, stripTerminalEscapes } from "../../../kernel/index.ts";
import { tryImageBlock } from "./read-image.ts";

/** Where a cell is in the text, in bytes of UTF-8. */
export interface ViewedCell {
  readonly start: number;
  readonly end: number;
}

/** A notebook as text, and the pictures its outputs hold. */
export interface NotebookText {
  readonly text: string;
  readonly cells: readonly ViewedCell[];
  /** In the order of the lines `[picture 1: image/png]` that stand for them. */
  readonly pictures: readonly ImageBlock[];
  /** Whether outputs were shortened or left out; sources never are. */
  readonly shortened: boolean;
}

/** Words a notebook cell by cell; undefined when the text is not a notebook. */
export function tryNotebookText(json: string): NotebookText | undefined {
  const notebook = tryParse(json);
  if (notebook === undefined) return undefined;
  const { cells, metadata } = notebook;
  const language = metadata?.kernelspec?.language ?? metadata?.language_info?.name;
  const count = `Notebook with ${cells.length} ${cells.length === 1 ? "cell" : "cells"}`;
  const pictures: ImageBlock[] = [];
  const views = cells.map((each, index) => viewCell(each, index, (picture) => pictures.push(picture)));
  const title = language === undefined ? count : `${count}, ${language}`;
  let end = Buffer.byteLength(title);
  return {
    text: [title, ...views.map((view) => view.text)].join(GAP),
    cells: views.map(({ text }) => {
      const start = end + GAP.length;
      end = start + Buffer.byteLength(text);
      return { start, end };
    }),
    pictures,
    shortened: views.some((view) => view.shortened),
  };
}

const GAP = "\n\n";

/** The numbers of the pictures that stand in lines of the text. */
export function picturesIn(lines: readonly string[]): number[] {
  return lines.flatMap((line) => /^\[picture (\d+): [^\]]*\]$/.exec(line)?.[1] ?? []).map(Number);
}

const MOST_OUTPUT_CHARACTERS = 2000;

/** A text as notebooks keep it: in one piece or line by line. */
const multiline = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(""))]);

const output = z.looseObject({
  output_type: z.string(),
  name: z.string().optional(),
  text: multiline.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
});

const cell = z.looseObject({
  cell_type: z.string(),
  id: z.string().optional().catch(undefined),
  source: multiline.default(""),
  execution_count: z.number().nullish().catch(undefined),
  outputs: z.array(output).default([]),
});

const notebookShape = z.looseObject({
  cells: z.array(cell),
  metadata: z
    .looseObject({
      kernelspec: z.looseObject({ language: z.string().optional() }).optional(),
      language_info: z.looseObject({ name: z.string().optional() }).optional(),
    })
    .optional()
    .catch(undefined),
});

type Cell = z.infer<typeof cell>;
type Output = z.infer<typeof output>;

interface View {
  readonly text: string;
  readonly shortened: boolean;
}

/** Takes in a picture and gives its number. */
type AddPicture = (picture: ImageBlock) => number;

function tryParse(json: string): z.infer<typeof notebookShape> | undefined {
  try {
    return notebookShape.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function viewCell(
  { cell_type, id, source, execution_count, outputs }: Cell,
  index: number,
  addPicture: AddPicture,
): View {
  const run = typeof execution_count === "number" ? `, run ${execution_count}` : "";
  const name = `=== cell ${index}: ${cell_type}${id === undefined ? "" : `, id ${id}`}${run} ===`;
  const views = outputs.map((result) => viewOutput(result, addPicture));
  return {
    text: [name, source, ...views.map((view) => view.text)].join("\n"),
    shortened: views.some((view) => view.shortened),
  };
}

function viewOutput(result: Output, addPicture: AddPicture): View {
  if (result.output_type === "error") {
    const trace = stripTerminalEscapes((result.traceback ?? []).join("\n"));
    return labelled("error", trace === "" ? `${result.ename}: ${result.evalue}` : trace);
  }
  if (result.text !== undefined) return labelled(result.name ?? "output", result.text);
  return viewData(result.data ?? {}, addPicture);
}

/** An output comes in several forms of the same thing: the picture and the plain text are worth showing. */
function viewData(data: Readonly<Record<string, unknown>>, addPicture: AddPicture): View {
  const others = Object.keys(data).filter((type) => type !== "text/plain");
  const pictures = new Map(others.map((type) => [type, tryPicture(type, data[type])]));
  const names = others.map((type) => {
    const picture = pictures.get(type);
    return picture === undefined ? `[${type}, not shown]` : `[picture ${addPicture(picture)}: ${type}]`;
  });
  const plain = multiline.safeParse(data["text/plain"]).data;
  const view = labelled("output", [...names, ...(plain === undefined ? [] : [plain])].join("\n"));
  const isHidden = others.some((type) => pictures.get(type) === undefined);
  return { ...view, shortened: view.shortened || isHidden };
}

function tryPicture(mediaType: string, data: unknown): ImageBlock | undefined {
  const base64 = multiline.safeParse(data).data;
  if (base64 === undefined || !mediaType.startsWith("image/")) return undefined;
  return tryImageBlock(Buffer.from(base64, "base64"), mediaType);
}

/** Keeps both ends of a long output: the beginning says what it is, the end how it went. */
function labelled(label: string, text: string): View {
  const name = `--- ${label} ---`;
  const excess = text.length - MOST_OUTPUT_CHARACTERS;
  if (excess <= 0) return { text: `${name}\n${text.trimEnd()}`, shortened: false };
  const half = MOST_OUTPUT_CHARACTERS / 2;
  const short = `${text.slice(0, half)}\n[… ${excess} characters of output left out …]\n${text.slice(-half)}`;
  return {
    text: `${name}\n${short.replaceAll(/\p{Surrogate}/gu, "").trimEnd()}`,
    shortened: true,
  };
}
