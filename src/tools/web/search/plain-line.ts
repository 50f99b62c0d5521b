import { parsePage } from "../extract/markup/parse-page.ts";
import { lineOf } from "../extract/page-tree.ts";

/** The text of a piece of markup on one line: tags taken out, character references decoded. */
export function plainLine(markup: string): string {
  return /[<&]/.test(markup) ? lineOf(parsePage(markup, { keepNoscript: true }).body) : markup;
}
