import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { lineOf, type PageElement, type PageNode } from "../page-tree.ts";
import { toAddress } from "./address.ts";
import { renderCode } from "./render-code.ts";
import { isPermalink, linkTo, renderInline } from "./render-inline.ts";
import { renderTable } from "./render-table.ts";
import { DEEPEST_LEVEL, oneLevelIn, type Writing } from "./writing.ts";

/** Renders everything in an element as blocks with empty lines between them. */
export function renderBlocks(element: PageElement, writing: Writing): string {
  return blocksOf(element.children, writing).join("\n\n");
}

function blocksOf(nodes: readonly PageNode[], writing: Writing): readonly string[] {
  const blocks: string[] = [];
  let run: PageNode[] = [];
  const flush = (): void => {
    const text = paragraph(renderInline(run, writing), writing);
    if (text !== "") blocks.push(text);
    run = [];
  };
  for (const node of nodes) {
    if (node.kind === "text" || !holdsBlock(node)) run.push(node);
    else {
      flush();
      blocks.push(...renderBlock(node, writing));
    }
  }
  flush();
  return blocks;
}

/** Inline elements around blocks are as good as blocks. */
function holdsBlock(element: PageElement): boolean {
  if (BLOCKS.has(element.tag)) return true;
  return element.children.some((child) => child.kind === "element" && holdsBlock(child));
}

function paragraph(text: string, { format }: Writing): string {
  const trimmed = text.trim();
  return format === "markdown" ? trimmed.replace(STRUCTURE, String.raw`\$&`) : trimmed;
}

/** Text that would turn into structure at the start of a line. */
const STRUCTURE = /^(?:#{1,6} |>|[-+*] (?!\[)|(?:-{3,}|={3,})$)/;

function renderBlock(element: PageElement, writing: Writing): readonly string[] {
  const { tag } = element;
  if (HEADINGS.has(tag)) return heading(element, writing);
  switch (tag) {
    case "pre":
      return one(renderCode(element, writing));
    case "table":
      return one(renderTable(element, writing, renderBlocks));
    case "ul":
    case "ol":
    case "menu":
    case "dir":
      return one(list(element, writing));
    case "dl":
      return blocksOf(element.children, writing);
    case "dt":
    case "summary":
    case "legend":
      return one(emphasised(renderBlocks(element, writing), writing));
    case "blockquote":
      return one(quoted(renderBlocks(element, oneLevelIn(writing)), writing));
    case "hr":
      return writing.format === "markdown" ? ["---"] : [];
    case "a":
      return linkedBlocks(element, writing);
    case "iframe":
    case "frame":
    case "video":
    case "audio":
      return one(embedded(element, writing));
    default:
      return blocksOf(element.children, writing);
  }
}

function one(text: string): readonly string[] {
  return text === "" ? [] : [text];
}

function heading(element: PageElement, writing: Writing): readonly string[] {
  const text = renderInline(element.children.flatMap(withoutAnchor), writing)
    .replaceAll("\n", " ")
    .trim()
    .replaceAll(/^\*\*(.*)\*\*$/g, "$1");
  return text === "" ? [] : [`${"#".repeat(Number(element.tag[1]))} ${text}`];
}

/** A heading that links to itself is only a heading. */
function withoutAnchor(node: PageNode): readonly PageNode[] {
  if (node.kind === "text" || node.tag !== "a") return [node];
  const isOwn = node.attributes.get("href")?.startsWith("#") === true && !isPermalink(lineOf(node));
  return isOwn ? node.children : [node];
}

function list(element: PageElement, writing: Writing): string {
  const isNumbered = element.tag === "ol";
  let number = Number.parseInt(element.attributes.get("start") ?? "1", 10) || 1;
  const items: string[] = [];
  for (const child of element.children) {
    const nodes = child.kind === "element" && child.tag === "li" ? child.children : [child];
    const content = blocksOf(nodes, oneLevelIn(writing));
    if (content.length === 0) continue;
    const marker = isNumbered && child.kind === "element" ? `${number}. ` : "- ";
    const isLoose = content.some((block, at) => at > 0 && !/^\s*(?:-|\d+\.) /.test(block));
    const indent = writing.level < DEEPEST_LEVEL ? " ".repeat(marker.length) : "";
    const body = content.join(isLoose ? "\n\n" : "\n").replaceAll(/\n(?=[^\n])/g, `\n${indent}`);
    items.push(`${marker}${body}`);
    number += 1;
  }
  return items.join("\n");
}

function emphasised(text: string, { format }: Writing): string {
  if (format === "text" || text === "" || /[\n*`]|^#/.test(text)) return text;
  return `**${text}**`;
}

function quoted(text: string, { level }: Writing): string {
  if (level >= DEEPEST_LEVEL) return text;
  return text === "" ? "" : text.replaceAll(/^/gm, "> ").replaceAll(/^> $/gm, ">");
}

/** A link around blocks becomes a link on the first of them. */
function linkedBlocks(link: PageElement, writing: Writing): readonly string[] {
  const blocks = blocksOf(link.children, writing);
  const address = toAddress(link.attributes.get("href"), writing.base);
  const at = blocks.findIndex((block) => !block.startsWith("![") && !block.includes("\n"));
  if (address === undefined || at < 0) return blocks;
  return blocks.map((block, index) => {
    if (index !== at || block.includes("](")) return block;
    const [, mark = "", text = ""] = /^(#{1,6} )?(.*)$/.exec(block) ?? [];
    return mark + linkTo(address, text, writing);
  });
}

/** What another page or a player shows is named, not loaded. */
function embedded(element: PageElement, writing: Writing): string {
  const { attributes, tag, children } = element;
  const source = children.find((child) => child.kind === "element" && child.tag === "source");
  const written =
    attributes.get("src") ?? (source?.kind === "element" ? source.attributes.get("src") : undefined);
  const address = toAddress(written, writing.base);
  const title = attributes.get("title") ?? attributes.get("aria-label") ?? attributes.get("name") ?? "";
  if (address === undefined || (tag === "iframe" && (title === "" || UNREAD_FRAME.test(title)))) return "";
  return linkTo(address, title.trim() === "" ? tag : title, writing);
}

const UNREAD_FRAME = /\bad\b|advert|sponsor|analytics|tracking|recaptcha|^google_|chat|cookie/i;
