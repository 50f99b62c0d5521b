import { z } from "zod";
import { type ImageBlock, stripTerminalEscapes } from "../../../kernel/index.ts";
import { tryImageBlock } from "./read-image.ts";

/** A notebook as text, and the pictures its outputs hold. */
export interface NotebookText {
  readonly text: string;
  readonly images: readonly ImageBlock[];
  /** Whether outputs were shortened or left out; sources never are. */
  readonly shortened: boolean;
}

/** Words a notebook cell by cell; undefined when the text is not a notebook. */
export function tryNotebookText(json: string): NotebookText | undefined {
  const notebook = tryParse(json);
  if (notebook === undefined) return undefined;
  const { cells, metadata } = notebook;
  const language = metadata?.kernelspec?.language ?? metadata?.language_info?.name;
  const views = cells.map(viewCell);
  const held = views.flatMap((view) => view.images);
  const images = withinReason(held);
  const title = [
    `Notebook with ${cells.length} ${cells.length === 1 ? "cell" : "cells"}`,
    language,
    held.length > 0 && `${images.length} of its ${held.length} pictures below`,
  ];
  return {
    text: [title.filter(Boolean).join(", "), ...views.map((view) => view.text)].join("\n\n"),
    images,
    shortened: images.length < held.length || views.some((view) => view.shortened),
  };
}

const MOST_IMAGES = 4;
const MOST_IMAGE_CHARACTERS = 5_000_000;
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
  id: z.string().optional(),
  source: multiline.default(""),
  execution_count: z.number().nullish(),
  outputs: z.array(output).default([]),
});

const notebookShape = z.looseObject({
  cells: z.array(cell),
  metadata: z
    .looseObject({
      kernelspec: z.looseObject({ language: z.string().optional() }).optional(),
      language_info: z.looseObject({ name: z.string().optional() }).optional(),
    })
    .optional(),
});

type Cell = z.infer<typeof cell>;
type Output = z.infer<typeof output>;

interface View {
  readonly text: string;
  readonly images: readonly ImageBlock[];
  readonly shortened: boolean;
}

function tryParse(json: string): z.infer<typeof notebookShape> | undefined {
  try {
    return notebookShape.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function withinReason(images: readonly ImageBlock[]): ImageBlock[] {
  let room = MOST_IMAGE_CHARACTERS;
  return images.slice(0, MOST_IMAGES).filter(({ data }) => (room -= data.length) >= 0);
}

function viewCell({ cell_type, id, source, execution_count, outputs }: Cell, index: number): View {
  const run = typeof execution_count === "number" ? `, run ${execution_count}` : "";
  const name = `=== cell ${index}: ${cell_type}${id === undefined ? "" : `, id ${id}`}${run} ===`;
  const views = outputs.map(viewOutput);
  return {
    text: [name, source, ...views.map((view) => view.text)].join("\n"),
    images: views.flatMap((view) => view.images),
    shortened: views.some((view) => view.shortened),
  };
}

function viewOutput(result: Output): View {
  if (result.output_type === "error") {
    const trace = stripTerminalEscapes((result.traceback ?? []).join("\n"));
    return labelled("error", trace === "" ? `${result.ename}: ${result.evalue}` : trace);
  }
  if (result.text !== undefined) return labelled(result.name ?? "output", result.text);
  return viewData(result.data ?? {});
}

/** An output comes in several forms of the same thing: the picture and the plain text are worth showing. */
function viewData(data: Readonly<Record<string, unknown>>): View {
  const types = Object.keys(data);
  const images = types.flatMap((type) => imageOf(type, data[type]));
  const plain = multiline.safeParse(data["text/plain"]).data;
  const hidden = types.filter(
    (type) => type !== "text/plain" && !images.some(({ mediaType }) => mediaType === type),
  );
  const names = [
    ...images.map(({ mediaType }) => `[${mediaType}]`),
    ...hidden.map((type) => `[${type}, not shown]`),
  ];
  const view = labelled("output", [...names, ...(plain === undefined ? [] : [plain])].join("\n"));
  return { ...view, images, shortened: view.shortened || hidden.length > 0 };
}

function imageOf(mediaType: string, data: unknown): ImageBlock[] {
  const base64 = multiline.safeParse(data).data;
  if (base64 === undefined || !mediaType.startsWith("image/")) return [];
  const block = tryImageBlock(Buffer.from(base64, "base64"), mediaType);
  return block === undefined ? [] : [block];
}

/** Keeps both ends of a long output: the beginning says what it is, the end how it went. */
function labelled(label: string, text: string): View {
  const name = `--- ${label} ---`;
  const excess = text.length - MOST_OUTPUT_CHARACTERS;
  if (excess <= 0) return { text: `${name}\n${text.trimEnd()}`, images: [], shortened: false };
  const half = MOST_OUTPUT_CHARACTERS / 2;
  const short = `${text.slice(0, half)}\n[… ${excess} characters of output left out …]\n${text.slice(-half)}`;
  return {
    text: `${name}\n${short.replaceAll(/\p{Surrogate}/gu, "").trimEnd()}`,
    images: [],
    shortened: true,
  };
}
