import { clamp, Fault, type FaultCode } from "../../../kernel/index.ts";
import type { FetchedPage } from "./fetch-page.ts";
import { pageText } from "./page-text.ts";

const MOST_EXCERPT_BYTES = 2000;
/** Enough of the page to find that much text in. */
const MOST_SOURCE = 64 * 1024;

/** The fault for a page whose server answered with an error, with the beginning of what it said. */
export async function statusFault(page: FetchedPage, source: string): Promise<Fault> {
  const { url, status } = page;
  const said = await pageText(page, source.slice(0, MOST_SOURCE), "text").catch(() => ({ text: "" }));
  const excerpt = clamp(said.text.trim(), { kind: "head", maxBytes: MOST_EXCERPT_BYTES });
  const { code, hint } = meaningOf(status);
  return new Fault(code, `${url} answered ${status}${excerpt === "" ? "." : `:\n${excerpt}`}`, { hint });
}

function meaningOf(status: number): { readonly code: FaultCode; readonly hint: string } {
  if (status === 404 || status === 410) {
    return { code: "not_found", hint: "Check the path, or start from a page that links to it." };
  }
  if (status === 401 || status === 403 || status === 407 || status === 451) {
    return { code: "tool_error", hint: "The page wants a login or refuses programs: use another source." };
  }
  if (status === 408 || status === 429 || status >= 500) {
    return { code: "unavailable", hint: "The server may be busy: try again later, or use another source." };
  }
  return { code: "tool_error", hint: "Check the URL, or use another source." };
}
