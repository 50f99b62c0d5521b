import { type PageElement, type PageNode, rawTextOf } from "../page-tree.ts";
import { toAddress } from "./address.ts";
import { renderImage } from "./render-image.ts";
import type { Writing } from "./writing.ts";

/** Renders a run of text with its links, emphasis, code and pictures; line breaks are kept. */
export function renderInline(nodes: readonly PageNode[], writing: Writing): string {
  const pieces: string[] = [];
  let end = "";
  for (const [at, node] of nodes.entries()) {
    const piece = renderNode(node, writing);
    if (piece === "") continue;
    if (isOneSpan(nodes[at - 1], node) && SPAN_END.test(end) && SPAN_START.test(piece)) {
      pieces.push(pieces.pop()?.slice(0, -1) ?? "", piece.slice(1));
      end = piece.slice(-2);
      continue;
    }
    if (isApart({ before: nodes[at - 1], end }, { node, piece })) pieces.push(" ");
    pieces.push(piece);
    end = piece.slice(-2);
  }
  return pieces
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ ?\n ?/g, "\n");
}

/** Code that markup cuts into pieces is one piece. */
function isOneSpan(before: PageNode | undefined, node: PageNode): boolean {
  return (
    before?.kind === "element" && before.tag === "code" && node.kind === "element" && node.tag === "code"
  );
}

const SPAN_END = /[^`]`$/;
const SPAN_START = /^`[^`]/;

/** Words that only style keeps apart: a label and its value, links side by side. */
function isApart(
  { before, end }: { before: PageNode | undefined; end: string },
  { node, piece }: { node: PageNode; piece: string },
): boolean {
  if (before === undefined || end === "" || !/^[[\p{L}\p{N}$€£]/u.test(piece)) return false;
  if (/\p{L}:$/u.test(end)) return true;
  return isBox(before) && isBox(node) && /[\p{L}\p{N})%]$/u.test(end);
}

function isBox(node: PageNode): boolean {
  return node.kind === "element" && BOXES.has(node.tag);
}

const BOXES = new Set(["a", "span", "time", "label", "button"]);

function renderNode(node: PageNode, writing: Writing): string {
  if (node.kind === "text") return plainText(node.text);
  const isMarkdown = writing.format === "markdown";
  switch (node.tag) {
    case "br":
      return "\n";
    case "wbr":
    case "rp":
    case "source":
      return "";
    case "img":
      return renderImage(node, writing);
    case "a":
      return renderLink(node, writing);
    case "strong":
    case "b":
      return isMarkdown ? marked(node, "**", writing) : renderInline(node.children, writing);
    case "em":
    case "i":
    case "cite":
    case "dfn":
      return isMarkdown ? marked(node, "*", writing) : renderInline(node.children, writing);
    case "del":
    case "s":
    case "strike":
      return isMarkdown ? marked(node, "~~", writing) : renderInline(node.children, writing);
    case "code":
    case "kbd":
    case "samp":
    case "tt":
      return isMarkdown ? codeSpan(node) : plainText(rawTextOf(node));
    case "sup":
      return raised(renderInline(node.children, writing));
    case "q":
      return `“${renderInline(node.children, writing)}”`;
    case "rt":
      return ` (${renderInline(node.children, writing).trim()})`;
    case "math":
      return formula(node, writing);
    case "input":
      return box(node);
    case "option":
      return `${renderInline(node.children, writing).trim()}; `;
    default:
      return renderInline(node.children, writing);
  }
}

/** White space is one space; marks that only tell where a word may break are none. */
function plainText(text: string): string {
  return text.replaceAll(/[\0\u00AD\u200B\uFEFF]/g, "").replaceAll(/\s+/g, " ");
}

function renderLink(link: PageElement, writing: Writing): string {
  const text = renderInline(link.children, writing);
  const label = text.trim() === "" ? labelOf(link) : text;
  if (isPermalink(label)) return "";
  const address = toAddress(link.attributes.get("href"), writing.base);
  if (address === undefined || label.trim() === "") return label;
  return linkTo(address, label, writing);
}

/** A link in the format asked for; the space around its text stays outside. */
export function linkTo(address: string, label: string, { format }: Writing): string {
  const text = label.trim();
  if (text === address || text === address.replace(/^mailto:|\/$/g, "")) return label;
  const line = text.replaceAll("\n", " ");
  return label.replace(text, () =>
    format === "markdown" ? `[${balanced(line)}](${address})` : `${line} (${address})`,
  );
}

/** A lone bracket inside the text of a link would end it. */
function balanced(text: string): string {
  return /\](?!\()/.test(text) && !/^[^[\]]*\[[^[\]]*\][^[\]]*$/.test(text) && !text.includes("](")
    ? text.replaceAll(/[[\]]/g, String.raw`\$&`)
    : text;
}

/** Tells whether a link is only the sign that headings carry to be linked to. */
export function isPermalink(label: string): boolean {
  return PERMALINK.test(label.trim());
}

const PERMALINK = /^(?:#|¶|§|🔗|⚓|↩|↑|\^)︎?$/u;

function labelOf({ attributes }: PageElement): string {
  return plainText(attributes.get("aria-label") ?? attributes.get("title") ?? "");
}

function marked(element: PageElement, mark: string, writing: Writing): string {
  const content = renderInline(element.children, writing);
  const text = content.trim();
  if (text === "" || text.includes("\n") || text.startsWith(mark[0] ?? "")) return content;
  return content.replace(text, () => `${mark}${text}${mark}`);
}

function codeSpan(element: PageElement): string {
  const code = plainText(rawTextOf(element)).trim();
  if (code === "") return " ";
  const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
  const fence = "`".repeat(longest + 1);
  const pad = code.startsWith("`") || code.endsWith("`") ? " " : "";
  return `${fence}${pad}${code}${pad}${fence}`;
}

/** Ten to the sixth is not a hundred and six. */
function raised(text: string): string {
  return /^[\d+\-−n]{1,6}$/.test(text.trim()) ? `^${text.trim()}` : text;
}

function formula(math: PageElement, writing: Writing): string {
  const source = math.attributes.get("alttext")?.trim();
  if (source !== undefined && source !== "") return writing.format === "markdown" ? `$${source}$` : source;
  return plainText(rawTextOf(math));
}

function box({ attributes }: PageElement): string {
  if (attributes.get("type")?.toLowerCase() !== "checkbox") return "";
  return attributes.has("checked") ? "[x] " : "[ ] ";
}
