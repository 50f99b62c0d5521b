import { parsePage } from "../extract/markup/parse-page.ts";
import { lineOf } from "../extract/page-tree.ts";

/** A title or snippet on one line: tags taken out, character references decoded, cut to a length. */
export function plainLine(markup: unknown, most: number): string {
  if (typeof markup !== "string") return "";
  const source = markup.slice(0, most * 8);
  const line = /[<&]/.test(source) ? lineOf(parsePage(source, { keepNoscript: true }).body) : source;
  const short = line.replaceAll(/\s+/g, " ").trim();
  return short.length <= most ? short : `${short.slice(0, most).trimEnd()}…`;
}
