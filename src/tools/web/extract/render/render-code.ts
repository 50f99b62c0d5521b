import { elementsOf, type PageElement, type PageNode } from "../page-tree.ts";
import { BLOCKS } from "../markup/tag-names.ts";
import type { Writing } from "./writing.ts";

/** A block of code as written, fenced and with its language where it is known. */
export function renderCode(pre: PageElement, { format }: Writing): string {
  const code = linesOf(pre)
    .replace(/^\s*\n/, "")
    .trimEnd();
  if (code === "") return "";
  if (format === "text") return code;
  const longest = [...code.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${languageOf(pre)}\n${code}\n${fence}`;
}

/** Some pages wrap every line in a block instead of ending it. */
function linesOf(node: PageNode): string {
  if (node.kind === "text") return node.text.replaceAll(/\r\n?/g, "\n").replaceAll("\u00A0", " ");
  if (node.tag === "br") return "\n";
  if (node.names.some((name) => GUTTER.has(name))) return "";
  let text = "";
  for (const child of node.children) {
    const isLine = child.kind === "element" && (BLOCKS.has(child.tag) || child.names.includes("line"));
    if (isLine && child.tag !== "span" && text !== "" && !text.endsWith("\n")) text += "\n";
    const piece = linesOf(child);
    text += piece;
    if (isLine && child.kind === "element" && BLOCKS.has(child.tag) && !piece.endsWith("\n")) text += "\n";
  }
  return text;
}

const GUTTER = new Set("linenos lineno linenumber linenumbers gutter".split(" "));

function languageOf(pre: PageElement): string {
  const near: PageElement[] = [...elementsOf(pre)].slice(0, 3);
  for (let at = pre.parent, left = 3; at !== undefined && left > 0; at = at.parent, left -= 1) near.push(at);
  for (const { attributes } of near) {
    const named =
      attributes.get("data-lang") ?? attributes.get("data-language") ?? namedIn(attributes.get("class"));
    if (named !== undefined && /^[a-z0-9+#._-]{1,20}$/i.test(named) && !NO_LANGUAGE.test(named))
      return named.toLowerCase();
  }
  return "";
}

function namedIn(names: string | undefined): string | undefined {
  const found = LANGUAGE.exec(names ?? "");
  return found?.slice(1).find((part) => part !== undefined);
}

const LANGUAGE =
  /(?:^|\s)(?:lang(?:uage)?-([^\s]+)|highlight-(?:source-|text-)?([^\s]+)|brush:\s*([^\s;]+)|hljs\s+([^\s]+)|sourceCode\s+([^\s]+)|prettyprint\s+lang-([^\s]+))/i;
const NO_LANGUAGE = /^(?:none|plain|plaintext|text|txt|nohighlight|default|undefined|lines?|wrapper)$/i;
