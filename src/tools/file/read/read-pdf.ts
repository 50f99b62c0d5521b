import {
  Fault,
  type FsFile,
  type PdfPage,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { askedRange, parsePageRange } from "./page-range.ts";

const MOST_PDF_BYTES = 100 * 1024 * 1024;
const MOST_PAGES = 20;

/** Reads the text of a PDF by pages, as many of those asked for as fit. */
export async function readPdf(
  file: FsFile,
  { path, pages: asked }: { readonly path: string; readonly pages?: string | undefined },
  { budget, cancel, documents }: Pick<ToolContext, "budget" | "cancel" | "documents">,
): Promise<ToolResult> {
  const spelling = asked || "1-";
  const maxBytes = budget.maxBytes - ROOM_FOR_NOTICES;
  const { first, last } = askedRange(spelling) ?? NO_PAGES;
  const request = { name: path, first, last: Math.min(last, first + MOST_PAGES - 1), maxBytes };
  const { count, pages } = await documents.pdf(await bytesOf(file, path), request, cancel);
  const range = parsePageRange(spelling, count);
  const texts = thatFit(
    pages.map((page, index) => `--- page ${range.first + index} ---\n${textOfPage(page)}`),
    maxBytes,
  );
  const next = range.first + texts.length;
  const header = `PDF with ${count} ${count === 1 ? "page" : "pages"}, showing ${pagesBetween(range.first, next - 1)}`;
  const notice = next > range.last ? [] : [`Use pages="${next}-${range.last}" to continue.`];
  return textResult([header, ...texts, ...notice].join("\n"));
}

const ROOM_FOR_NOTICES = 256;

/** Pages nobody can name still need the count, for the fault to tell it. */
const NO_PAGES = { first: 1, last: 0 };

async function bytesOf(file: FsFile, path: string): Promise<Uint8Array> {
  if (file.size <= MOST_PDF_BYTES) return file.read(0, file.size);
  throw new Fault("tool_error", `${path} is a PDF of ${file.size} bytes: too large to read.`, {
    hint: `The limit is ${MOST_PDF_BYTES} bytes; split it first.`,
  });
}

function textOfPage(page: PdfPage): string {
  if (page.kind === "damaged") return `(this page is damaged: ${page.reason})`;
  if (page.isCut)
    return `${page.text}\n(this page says more than is ever shown of one; the rest is left out)`;
  return page.text.trim() === "" ? "(no text on this page; it may be a scanned picture)" : page.text;
}

/** The first one always fits: what is too long is cut, and kept whole, where results are settled. */
function thatFit(texts: readonly string[], maxBytes: number): readonly string[] {
  let room = maxBytes;
  const over = texts.findIndex((text) => (room -= Buffer.byteLength(text) + 1) < 0);
  return over < 0 ? texts : texts.slice(0, Math.max(1, over));
}

function pagesBetween(first: number, last: number): string {
  return first === last ? `page ${first}` : `pages ${first}–${last}`;
}
