import type { getDocumentProxy } from "unpdf";
import { Fault, type FsFile, textResult, type ToolContext, type ToolResult } from "../../../kernel/index.ts";
import { parsePageRange } from "./page-range.ts";

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

const MOST_PDF_BYTES = 100 * 1024 * 1024;
const MOST_PAGES = 20;

/** Reads the text of a PDF by pages, as many of those asked for as fit. */
export async function readPdf(
  file: FsFile,
  { path, pages }: { readonly path: string; readonly pages?: string | undefined },
  ctx: Pick<ToolContext, "budget" | "cancel">,
): Promise<ToolResult> {
  const document = await openPdf(file, path);
  try {
    const count = document.numPages;
    if (count === 0) throw unreadable(new Error("It has no pages."), path);
    const range = parsePageRange(pages || "1-", count);
    const texts: string[] = [];
    let room = ctx.budget.maxBytes - ROOM_FOR_NOTICES;
    for (let page = range.first; page <= range.last && texts.length < MOST_PAGES; page += 1) {
      ctx.cancel.throwIfAborted();
      const text = `--- page ${page} ---\n${await textOfPage(document, page)}`;
      room -= Buffer.byteLength(text) + 1;
      if (room < 0 && texts.length > 0) break;
      texts.push(text);
    }
    const next = range.first + texts.length;
    const header = `PDF with ${count} ${count === 1 ? "page" : "pages"}, showing ${pagesBetween(range.first, next - 1)}`;
    const notice = next > range.last ? [] : [`Use pages="${next}-${range.last}" to continue.`];
    return textResult([header, ...texts, ...notice].join("\n"));
  } finally {
    await document.destroy();
  }
}

const ROOM_FOR_NOTICES = 256;

async function openPdf(file: FsFile, path: string): Promise<PdfDocument> {
  if (file.size > MOST_PDF_BYTES) {
    throw new Fault("tool_error", `${path} is a PDF of ${file.size} bytes: too large to read.`, {
      hint: `The limit is ${MOST_PDF_BYTES} bytes; split it first.`,
    });
  }
  const bytes = await file.read(0, file.size);
  const unpdf = await import("unpdf");
  try {
    return await unpdf.getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  } catch (error) {
    throw unreadable(error, path);
  }
}

async function textOfPage(document: PdfDocument, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    return text.trim() === "" ? "(no text on this page; it may be a scanned picture)" : text;
  } catch (error) {
    return `(this page is damaged: ${reasonOf(error)})`;
  }
}

function unreadable(cause: unknown, path: string): Fault {
  if (cause instanceof Error && cause.name === "PasswordException") {
    return new Fault("tool_error", `${path} is a PDF locked with a password.`, {
      hint: "Save a copy without the password and read that.",
      cause,
    });
  }
  return new Fault("tool_error", `${path} is a damaged PDF and cannot be read: ${reasonOf(cause)}`, {
    hint: "Restore the file or export it again.",
    cause,
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pagesBetween(first: number, last: number): string {
  return first === last ? `page ${first}` : `pages ${first}–${last}`;
}
