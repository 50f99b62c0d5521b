import { Fault, faultInfoOf } from "../../../kernel/index.ts";
import { isWebPage } from "./content-type.ts";
import type { FetchedPage } from "./fetch-page.ts";

/** What is shown of a page. */
export interface ShownText {
  readonly title?: string | undefined;
  readonly text: string;
}

/** The text of an answer: a web page as a person would read it, anything else as it stands. */
export async function pageText(
  { url, contentType }: Pick<FetchedPage, "url" | "contentType">,
  source: string,
  format: "markdown" | "text" | "raw",
): Promise<ShownText> {
  if (format === "raw" || !isWebPage(contentType, source)) return { text: source };
  const { extractPage } = await import("../extract/extract-page.ts");
  try {
    return await extractPage({ html: source, url, format });
  } catch (error) {
    throw new Fault("tool_error", `${url} could not be turned into text: ${faultInfoOf(error).message}`, {
      hint: 'Use format="raw" to see its source.',
      cause: error,
    });
  }
}
