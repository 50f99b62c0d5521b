import { chooseContent } from "./choose-content.ts";
import { parsePage, type ParseOptions } from "./markup/parse-page.ts";
import { titleOf } from "./page-title.ts";
import type { PageElement } from "./page-tree.ts";
import { pruneBoilerplate, pruneHidden } from "./prune/prune-page.ts";
import { renderBlocks } from "./render/render-blocks.ts";

/** A page to turn into the text a person would read. */
export interface PageSource {
  readonly html: string;
  /** Where the page was found; relative links start from it unless the page says otherwise. */
  readonly url: string;
  readonly format: "markdown" | "text";
}

/** What a person would read of a page. */
export interface PageReading {
  readonly title?: string;
  readonly text: string;
}

/** Turns a page into the text a person would read; nothing in the page runs and nothing is loaded. */
export async function extractPage({ html, url, format }: PageSource): Promise<PageReading> {
  const source = html.slice(0, MOST_CHARACTERS);
  const first = readingOf(source, { keepNoscript: false });
  const reading = first.root.weight.text > 0 ? first : readingOf(source, { keepNoscript: true });
  const title = titleOf(reading.root, reading.title);
  const base = URL.canParse(reading.base, url) ? new URL(reading.base, url).href : url;
  const text = renderBlocks(reading.root, { format, base, level: 0 });
  return { ...(title === undefined ? {} : { title }), text };
}

/** Larger pages are read up to here. */
const MOST_CHARACTERS = 3_000_000;

interface Reading {
  readonly root: PageElement;
  readonly title: string;
  readonly base: string;
}

/** The content of a page; when next to nothing would be left of it, all that is shown. */
function readingOf(html: string, options: ParseOptions): Reading {
  const { body, ...head } = parsePage(html, options);
  pruneHidden(body);
  const shown = body.weight.text;
  pruneBoilerplate(body, head.title);
  if (body.weight.text >= LEAST_TEXT || body.weight.text >= shown / 4)
    return { root: chooseContent(body), ...head };
  const whole = parsePage(html, options).body;
  pruneHidden(whole);
  return { root: whole, ...head };
}

const LEAST_TEXT = 60;
