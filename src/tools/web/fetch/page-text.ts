import { Fault, faultInfoOf } from "../../../kernel/index.ts";
import { isWebPage } from "./content-type.ts";
import type { FetchedPage } from "./fetch-page.ts";

/** What is shown of a page. */
export interface ShownText {
  readonly title?: string | undefined;
  readonly text: string;
  /** Why this is not all of the page. */
  readonly cut?: string;
}

/** The text of an answer: a web page as a person would read it, anything else as it stands. */
export async function pageText(
  { url, contentType }: Pick<FetchedPage, "url" | "contentType">,
  source: string,
  format: "markdown" | "text" | "raw",
): Promise<ShownText> {
  if (format === "raw" || !isWebPage(contentType, source)) return { text: source };
  const { extractPage } = await import("../extract/extract-page.ts");
  const html = readable(source);
  const cut = html.length < source.length ? cutAt(html.length, source.length) : {};
  try {
    return { ...(await extractPage({ html, url, format })), ...cut };
  } catch (error) {
    throw new Fault("tool_error", `${url} could not be turned into text: ${faultInfoOf(error).message}`, {
      hint: 'Use format="raw" to see its source.',
      cause: error,
    });
  }
}

const MOST_CHARACTERS = 3_000_000;
const MOST_TAGS = 100_000;

/** As much of a page as is turned into text in a second or two; no limit of the fetch covers that work. */
function readable(source: string): string {
  const html = source.slice(0, MOST_CHARACTERS);
  let end = -1;
  for (let tags = 0; tags <= MOST_TAGS; tags += 1) {
    end = html.indexOf("<", end + 1);
    if (end === -1) return html;
  }
  return html.slice(0, end);
}

function cutAt(taken: number, all: number): Pick<ShownText, "cut"> {
  return {
    cut: `only the first ${taken} of ${all} characters of its source are shown as text; use format="raw" for all`,
  };
}
