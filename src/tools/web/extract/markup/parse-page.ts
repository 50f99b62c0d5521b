import type { PageElement } from "../page-tree.ts";
import { decodeEntities } from "./decode-entities.ts";
import { MarkupReader, type StartTag } from "./markup-reader.ts";
import { parseAttributes } from "./parse-attributes.ts";
import { UNREAD, VOID } from "./tag-names.ts";
import { TreeBuilder } from "./tree-builder.ts";

/** A page as a tree, without scripts, styles and comments, and what its head says. */
export interface ParsedPage {
  readonly body: PageElement;
  readonly title: string;
  /** Where relative links start from, as written; empty when the page does not say. */
  readonly base: string;
}

/** What to take out beside scripts and styles. */
export interface ParseOptions {
  /** Keeps what is shown where no script runs. */
  readonly keepNoscript: boolean;
}

/** Reads a page once from left to right; whatever its markup is like, time and depth are bounded. */
export function parsePage(html: string, options: ParseOptions): ParsedPage {
  const reader = new MarkupReader(html);
  const tree = new TreeBuilder();
  const head = { title: "", base: "" };
  for (let token = reader.next(); token !== undefined; token = reader.next()) {
    if (token.kind === "text") tree.text(token.text);
    else if (token.kind === "start") startTag(token, { reader, tree, head, options });
    else if (!SHELL.has(token.name) && !VOID.has(token.name)) tree.close(token.name);
  }
  return { body: tree.body, ...head };
}

interface Parsing {
  readonly reader: MarkupReader;
  readonly tree: TreeBuilder;
  readonly head: { title: string; base: string };
  readonly options: ParseOptions;
}

function startTag({ name, attributes }: StartTag, { reader, tree, head, options }: Parsing): void {
  if (name === "title") {
    const title = decodeEntities(reader.skipPast(name)).trim();
    head.title ||= title;
  } else if (name === "base") head.base ||= parseAttributes(attributes).get("href") ?? "";
  else if (UNREAD.has(name) || (name === "noscript" && !options.keepNoscript)) {
    if (NOTED.has(name)) tree.open(name, attributes);
    if (NOTED.has(name)) tree.close(name);
    reader.skipPast(name);
  } else if (!SHELL.has(name)) tree.open(name, attributes);
}

/** That there is a frame or a field is worth knowing, whatever it holds. */
const NOTED = new Set(["iframe", "textarea"]);

/** The page's own shell; the rest of its head is nothing to read. */
const SHELL = new Set(["html", "head", "body", "link", "meta", "plaintext", "xmp", "param", "track"]);
