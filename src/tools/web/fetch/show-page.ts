import { textResult, type ToolContext, type ToolResult } from "../../../kernel/index.ts";
import { type Sniff, sniff } from "../../file/text/sniff.ts";
import { decodeText } from "./decode-text.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { pageText } from "./page-text.ts";
import { showBinary } from "./show-binary.ts";
import { statusFault } from "./status-fault.ts";

/** How a page is to be shown. */
export interface ShowOptions {
  /** The address that was asked for. */
  readonly asked: string;
  readonly format: "markdown" | "text" | "raw";
}

/** Enough of an answer to tell what it is. */
const HEAD_BYTES = 64 * 1024;

const NO_TEXT =
  '(There is no text in this page: it may be drawn by scripts, which do not run here. Use format="raw" to see its source.)';

/** Shows a page by what its bytes are: text as text, pictures and PDFs by their readers, anything else under a handle. */
export async function showPage(page: FetchedPage, show: ShowOptions, ctx: ToolContext): Promise<ToolResult> {
  const { bytes, cut } = page;
  const complete = cut === undefined && bytes.length <= HEAD_BYTES;
  const found = await sniff(bytes.subarray(0, HEAD_BYTES), { complete });
  if (page.status >= 400) throw await statusFault(page, sourceOf(page, found));
  if (bytes.length === 0) return textResult(`${page.url} answered ${page.status} with nothing in it.`);
  if (found.kind !== "text") return showBinary(page, found, ctx);
  const shown = await pageText(page, sourceOf(page, found), show.format);
  const notes = show.format === "raw" ? [] : notesFor(page, shown.title, show.asked, ctx);
  const heading = notes.length === 0 ? "" : `${notes.join("\n")}\n\n`;
  const text = shown.text.trim() === "" && show.format !== "raw" ? NO_TEXT : shown.text;
  const ending = [shown.cut, cut].filter((why) => why !== undefined).map((why) => `\n\n[cut: ${why}]`);
  return textResult(`${heading}${text}${ending.join("")}`);
}

function sourceOf({ bytes, contentType, cut }: FetchedPage, found: Sniff): string {
  if (found.kind !== "text") return "";
  return decodeText(bytes, { contentType, sniffed: found.encoding, isCut: cut !== undefined });
}

const MINUTE_MS = 60_000;
const MOST_TITLE = 300;

function notesFor(
  { url, fetchedAt }: FetchedPage,
  title: string | undefined,
  asked: string,
  { clock }: ToolContext,
): readonly string[] {
  const heading = title?.replaceAll(/\s+/g, " ").trim().slice(0, MOST_TITLE) ?? "";
  const minutes = Math.floor((clock.monotonic() - fetchedAt) / MINUTE_MS);
  return [
    ...(heading === "" ? [] : [`Title: ${heading}`]),
    ...(url === asked ? [] : [`From: ${url}`]),
    ...(minutes < 1 ? [] : [`Fetched ${minutes} min ago.`]),
  ];
}
