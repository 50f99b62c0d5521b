import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Readability } from "@mozilla/readability";
import gfm from "@joplin/turndown-plugin-gfm";
import { parseHTML } from "linkedom";
import { rolldown } from "rolldown";
import TurndownService from "turndown";
import { compare } from "../compare.mjs";

const PAGES = new URL("../pages/", import.meta.url);
/** Written by somebody who had not seen the extractor, and never tuned for: its figures are the honest ones. */
const UNSEEN = new URL("../pages-unseen/", import.meta.url);
const URL_OF_PAGE = "https://site.example/section/page.html";
const LEAST_KEPT = 0.95;
const MOST_BOILERPLATE = 0.05;
/** What was reached when they were first scored; the aim is the limit above. */
const MOST_BOILERPLATE_UNSEEN = 0.15;

/** What is left of pages a person has marked, and the time a page takes against the libraries run by hand. */
export const webLines = [
  { name: "quality of pages: words a person would keep", measure: () => judge(PAGES, "kept", LEAST_KEPT) },
  {
    name: "quality of pages: boilerplate let through",
    measure: () => judge(PAGES, "boilerplate", MOST_BOILERPLATE),
  },
  {
    name: "quality of unseen pages: words a person would keep",
    measure: () => judge(UNSEEN, "kept", LEAST_KEPT),
  },
  {
    name: "quality of unseen pages: boilerplate let through",
    measure: () => judge(UNSEEN, "boilerplate", MOST_BOILERPLATE_UNSEEN),
  },
  { name: "extract a 200 kB page, against the libraries by hand", measure: timeExtraction },
];

/**
 * Every page says which words a person would keep (`data-keep`) and which are boilerplate (`data-drop`); the marks are
 * taken out before the page is extracted. DECKHAND_BENCH_LIST=1 prints every page.
 * @param {URL} folder
 * @param {"kept" | "boilerplate"} what
 * @param {number} bound
 * @returns {Promise<import("../run.mjs").Reading>}
 */
function judge(folder, what, bound) {
  return withExtractor(async (extractPage) => {
    const scores = [];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".html")).toSorted()) {
      const marked = await readFile(new URL(name, folder), "utf8");
      const html = marked.replaceAll(/ data-(?:keep|drop)(?=[ >])/g, "");
      const { text } = await extractPage({ html, url: URL_OF_PAGE, format: "markdown" });
      scores.push({ name, ...scoreOf(marked, text) });
    }
    if (process.env.DECKHAND_BENCH_LIST === "1") for (const score of scores) console.log(listed(score));
    const mean = scores.reduce((sum, score) => sum + score[what], 0) / scores.length;
    const ratio = what === "kept" ? bound / mean : mean / bound;
    return { ratio, limit: 1, detail: `${(mean * 100).toFixed(1)} % over ${scores.length} pages` };
  });
}

/**
 * @param {string} marked
 * @param {string} text
 */
function scoreOf(marked, text) {
  const { document } = parseHTML(marked);
  const texts = { keep: "", drop: "" };
  collect(document.body, undefined, texts);
  const [keep, drop] = [wordsOf(texts.keep), wordsOf(texts.drop)];
  const rest = new Map();
  for (const word of wordsOf(text.replaceAll(/\]\([^)]*\)/g, "] ")))
    rest.set(word, (rest.get(word) ?? 0) + 1);
  const lost = keep.filter((word) => !take(rest, word));
  const passed = drop.filter((word) => take(rest, word));
  return {
    kept: 1 - lost.length / Math.max(keep.length, 1),
    boilerplate: passed.length / Math.max(drop.length, 1),
    lost,
    passed,
  };
}

/**
 * @param {any} node
 * @param {"keep" | "drop" | undefined} mark
 * @param {{ keep: string, drop: string }} texts
 */
function collect(node, mark, texts) {
  for (const child of node.childNodes) {
    if (child.nodeType === 3 && mark !== undefined) texts[mark] += child.data;
    if (child.nodeType !== 1 || UNREAD.has(child.localName)) continue;
    const own = child.hasAttribute("data-keep") ? "keep" : child.hasAttribute("data-drop") ? "drop" : mark;
    const isApart = own !== mark || !INLINE.has(child.localName);
    for (const text of /** @type {const} */ (["keep", "drop"])) if (isApart) texts[text] += " ";
    collect(child, own, texts);
    for (const text of /** @type {const} */ (["keep", "drop"])) if (isApart) texts[text] += " ";
  }
}

const INLINE = new Set("a abbr b bdi code em i kbd s samp small span strong sub sup time u var".split(" "));
const UNREAD = new Set(["script", "style", "template", "noscript", "svg", "textarea"]);

/** @param {string} text */
function wordsOf(text) {
  const words = [];
  for (const { segment, isWordLike } of new Intl.Segmenter("und", { granularity: "word" }).segment(
    text.replaceAll(":", " "),
  )) {
    if (isWordLike) words.push(segment.toLowerCase());
  }
  return words;
}

/**
 * @param {Map<string, number>} rest
 * @param {string} word
 */
function take(rest, word) {
  const left = rest.get(word) ?? 0;
  if (left > 0) rest.set(word, left - 1);
  return left > 0;
}

/** @param {{ name: string, kept: number, boilerplate: number, lost: string[], passed: string[] }} score */
function listed({ name, kept, boilerplate, lost, passed }) {
  const [k, b] = [kept, boilerplate].map((share) => `${(share * 100).toFixed(0)} %`.padStart(5));
  return `${name.padEnd(24)} kept ${k}  boilerplate ${b}  lost: ${lost.slice(0, 25).join(" ")}  passed: ${passed.slice(0, 25).join(" ")}`;
}

function timeExtraction() {
  return withExtractor(async (extractPage) => {
    const html = await longPage();
    const ours = () => extractPage({ html, url: URL_OF_PAGE, format: "markdown" });
    return { ...(await compare(ours, async () => byHand(html), { rounds: 15 })), limit: 1.3 };
  });
}

/** The libraries in the order their documentation puts them together. */
export function byHand(/** @type {string} */ html) {
  const { document } = parseHTML(html.replace("<head>", `<head><base href="${URL_OF_PAGE}">`));
  const article = new Readability(document, { keepClasses: true }).parse();
  const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });
  turndown.use(gfm.gfm);
  return turndown.turndown(article?.content ?? html);
}

/** The news page with its story told over and over, up to 200 kB. */
export async function longPage() {
  const page = (await readFile(new URL("news-article.html", PAGES), "utf8")).replaceAll(
    / data-(?:keep|drop)/g,
    "",
  );
  const [before = "", rest = ""] = page.split('<div class="article-body">');
  const [story = "", after = ""] = rest.split('<div class="newsletter-signup">');
  const times = Math.floor((200_000 - before.length - after.length) / story.length);
  return `${before}<div class="article-body">${story.repeat(times)}<div class="newsletter-signup">${after}`;
}

/**
 * The extraction is no public entry, so it is bundled from source for the time of a measurement.
 * @template T
 * @param {(extractPage: (source: { html: string, url: string, format: "markdown" | "text" }) => Promise<{ title?: string, text: string }>) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withExtractor(work) {
  await mkdir(".cache", { recursive: true });
  const folder = await mkdtemp(join(".cache", "extract-"));
  try {
    const input = "src/tools/web/extract/extract-page.ts";
    const bundled = await rolldown({ input, platform: "node", external: /^[^./]/ });
    await bundled.write({ dir: folder, format: "esm", entryFileNames: "extract-page.mjs" });
    await bundled.close();
    const { extractPage } = await import(pathToFileURL(join(folder, "extract-page.mjs")).href);
    return await work(extractPage);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
