import { expect, it } from "vitest";
import { parsePage } from "../markup/parse-page.ts";
import { lineOf, weigh } from "../page-tree.ts";
import { headingOf } from "./page-heading.ts";

function headingIn(html: string): string | undefined {
  const { body, title } = parsePage(html, { keepNoscript: false });
  weigh(body);
  const heading = headingOf(body, title);
  return heading === undefined ? undefined : lineOf(heading);
}

const TEXT = "<p>A sentence that is long enough to count as one, and then some more of it.</p>";

it.each([
  [
    "the heading that the title repeats",
    `<title>Knots - Site</title><h1>Welcome</h1><h1>Knots</h1>${TEXT}`,
    "Knots",
  ],
  [
    "a lesser heading where the main one names the site",
    `<title>Gutter leaks - House Forum</title><h1>House Forum</h1><h2>Gutter leaks</h2>${TEXT}`,
    "Gutter leaks",
  ],
  [
    "one that says more than the title",
    `<title>tidebook · Shelf</title><h1>tidebook 2.3</h1>${TEXT}`,
    "tidebook 2.3",
  ],
  [
    "the first main heading otherwise",
    `<title>Something else</title><h1>Knots</h1><h1>Bends</h1>${TEXT}`,
    "Knots",
  ],
  ["none that links to the front page", `<h1><a href="/">Site</a></h1>${TEXT}`, undefined],
  ["none that comes behind the text", `${TEXT.repeat(3)}<h1>Tools</h1>`, undefined],
])("takes %s", (_kind, html, expected) => {
  expect(headingIn(html)).toBe(expected);
});
