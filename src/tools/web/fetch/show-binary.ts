import {
  blocksResult,
  Fault,
  isCancellation,
  type ResultHandle,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import type { Magic } from "../../file/text/magic-of.ts";
import { mediaTypeOf } from "./content-type.ts";
import type { FetchedPage } from "./fetch-page.ts";

/** Shows a picture or a PDF as the read tool does, and keeps any other file; bytes are never shown as text. */
export async function showBinary(page: FetchedPage, found: Magic, ctx: ToolContext): Promise<ToolResult> {
  if (page.cut !== undefined) throw incomplete(page, found);
  const handle = await ctx.state.results.keep(page.bytes);
  const kept = `It is kept as ${handle}`;
  try {
    switch (found.kind) {
      case "image":
        return noted(await readPicture(handle, found.mediaType, page, ctx), `${kept}.`);
      case "pdf":
        return noted(
          await readDocument(handle, page, ctx),
          `${kept}: read that path with pages="…" for others.`,
        );
      case "binary":
        return textResult(`${page.url} is not text: ${describe(page, found)}.\n${kept}.`);
    }
  } catch (error) {
    // A picture or PDF that cannot be shown is still a file that was fetched.
    if (!(error instanceof Fault) || isCancellation(error, ctx.cancel)) throw error;
    return textResult(`${error.message}\n${kept}.`);
  }
}

async function readPicture(
  handle: ResultHandle,
  mediaType: string,
  { url }: FetchedPage,
  { state }: ToolContext,
): Promise<ToolResult> {
  const { readImage } = await import("../../file/read/read-image.ts");
  const file = await state.results.open(handle);
  try {
    return await readImage(file, mediaType, url);
  } finally {
    await file.close();
  }
}

async function readDocument(
  handle: ResultHandle,
  { url }: FetchedPage,
  ctx: ToolContext,
): Promise<ToolResult> {
  const { readPdf } = await import("../../file/read/read-pdf.ts");
  const file = await ctx.state.results.open(handle);
  try {
    return await readPdf(file, { path: url }, ctx);
  } finally {
    await file.close();
  }
}

function noted(result: ToolResult, note: string): ToolResult {
  const { evidence } = result;
  return blocksResult(
    [...result.content, { kind: "text", text: note }],
    evidence === undefined ? {} : { evidence },
  );
}

function incomplete(page: FetchedPage, found: Magic): Fault {
  return new Fault(
    "tool_error",
    `${page.url} is not text (${describe(page, found)}) and did not come whole: ${page.cut}.`,
    {
      hint: "Nothing was kept. Fetch it with a larger maxBytes, or use a smaller file.",
    },
  );
}

function describe({ contentType, bytes }: FetchedPage, found: Magic): string {
  const what = found.kind === "binary" ? found.what : found.kind === "pdf" ? "PDF" : found.mediaType;
  const type = mediaTypeOf(contentType);
  return `${what}${type === "" ? "" : `, sent as ${type.slice(0, 80)}`}, ${bytes.length} bytes`;
}
