import { describe, expect, it } from "vitest";
import { extractPage } from "../extract-page.ts";

async function markdown(html: string): Promise<string> {
  return (await extractPage({ html, url: "https://site.example/a", format: "markdown" })).text;
}

const SENTENCE = "The harbour was quiet that morning, and the boats lay still in the grey light.";
const STORY = `<p>${SENTENCE}</p>`.repeat(8);
const PAGE = `<h1>Tale</h1>${STORY}`;

function review(name: string, words: string): string {
  return `<div class="review"><div><a href="/u">${name}</a></div><p>${words}</p><div class="review-footer"><a href="/r">Report</a></div></div>`;
}

describe("what stands around a text", () => {
  it.each([
    ["by the name of its own tag", `<site-drawer><p>Every page of ours at a glance</p></site-drawer>`],
    ["by the mark it has for tests", `<div class="x1 y2" data-testid="share-tools">Tell others</div>`],
    ["what is not to be printed", `<div class="d-print-none">Ask the robot</div>`],
    ["microdata of the site", `<div itemtype="https://schema.org/BreadcrumbList"><a href=/a>Sea</a></div>`],
    ["buttons that are no buttons", `<div role="button" tabindex="0">Enable alerts</div>`],
    [
      "subjects a text is filed under",
      `<p>Labels: <a href="/x" rel="tag">reservoir</a>, <a href="/y" rel="tag">winter</a></p>`,
    ],
    ["subjects by their address", `<div><a href="/tag/sea">Sea</a> <a href="/tag/boat">Boat</a></div>`],
    [
      "the same page in other languages",
      `<div><a href="/1">Deutsch</a> <a href="/2">Türkçe</a> <a href="/3">日本語</a></div>`,
    ],
    [
      "tools between strokes",
      `<p>[ <a href=/h>Help</a> ] [ <a href=/s>New search</a> ] [ <a href=/p>Version</a> ]</p>`,
    ],
    ["how long it takes to read", `<p>4 min read</p>`],
    [
      "what a part without its list is called",
      `<div><h3>Ask a reader</h3><textarea></textarea><button>Send it</button></div>`,
    ],
    [
      "comments by their heading",
      `<div><h3>Kommentare (2)</h3><p>I was there, and it rained the whole day long.</p></div>`,
    ],
    [
      "comments beside one another",
      `<div class="comment">First of all!</div><div class="comment">Then second.</div>`,
    ],
    [
      "offers whose headings are links",
      `<div><h2>More from us</h2><div><h2><a href=/1>Cron is fine</a></h2></div></div>`,
    ],
    [
      "other offers in other languages",
      `<div><h4>Zobacz również</h4><ul><li><a href=/1>Bociany</a></ul></div>`,
    ],
    [
      "links in a box of their own",
      `<div><h3>Quiz time</h3><div><a href="/quiz">Which of the gulls of this coast are you?</a></div></div>`,
    ],
    ["a pointer to another page", `<p><b>Czytajcie:</b> <a href="/c1">Most w Drohiczynie do remontu</a></p>`],
  ])("drops %s", async (_kind, boilerplate) => {
    const around = `<h1>Tale</h1>${STORY}${boilerplate}${STORY}`;
    expect(await markdown(around)).toBe(await markdown(`<h1>Tale</h1>${STORY}${STORY}`));
  });

  it("drops a link that stands beside every part and always says the same", async () => {
    const part = `<div><a href="/src#1">Origin</a><h3>open</h3>${STORY}</div>`;
    expect(await markdown(`<h1>Api</h1>${part.repeat(4)}`)).not.toContain("Origin");
    expect(await markdown(`<h1>Api</h1>${part}<p>See the <a href=/o>Origin</a> too.</p>`)).toContain(
      "Origin",
    );
  });

  it("drops a sentence that stands under every post, but not a verse that comes again", async () => {
    const post = (n: number): string =>
      `<div class="post"><p>Post ${n}. ${SENTENCE}</p><div>This is the opinion of a member and not of this site.</div></div>`;
    expect((await markdown(post(1) + post(2) + post(3))).split("opinion")).toHaveLength(2);
    expect((await markdown(`<p>${SENTENCE}</p><p>x</p>`.repeat(3))).split(SENTENCE)).toHaveLength(4);
  });

  it("drops the menus of a page that a table arranges, but keeps tables of facts", async () => {
    const menu = `<td><b>Club</b><br><a href=a>Home</a><br><a href=b>The track</a><br><a href=c>How to join</a></td>`;
    const facts = `<table><tr><th>Part</th><th>Made of</th></tr><tr><td><a href=x>Crank</a></td><td>Brass</td></tr></table>`;
    const text = await markdown(`<table><tr>${menu}<td><h2>Engines</h2>${STORY}${facts}</td></tr></table>`);
    expect(text).not.toContain("The track");
    expect(text).toContain("Brass");
  });
});

describe("what belongs to a text", () => {
  it.each([
    ["who wrote it and when", `<div class="author"><a href="/u">Mirela</a></div>`, "Mirela"],
    [
      "what the page is part of",
      `<div><div>Package <a href="/p">org.hawser</a></div><h1>Retry</h1></div>`,
      "org.hawser",
    ],
    [
      "a remark that is no reader's",
      `<div class="deprecation-comment">Use a budget instead.</div>`,
      "budget",
    ],
    ["points of a law", `<p>(c) the land is required, or</p>`, "the land is required"],
    [
      "quotes in a margin",
      `<main><aside class="quote"><p>set a fixed lease</p></aside>${STORY}</main>`,
      "fixed lease",
    ],
    ["years that are links", `<ul><li><a href=/y>2019</a></li><li>1h 47m</li></ul>`, "2019"],
    [
      "code in pieces",
      `<dl><dt><span>app.</span><span><span>register</span></span>(x)</dt><dd>Adds.</dd></dl>`,
      "register",
    ],
    ["facts under a heading", `<h3>Most popular rooms</h3><ul><li>Sauna</li><li>Attic</li></ul>`, "Sauna"],
    ["sources in a box", `<div><h2>References</h2><div><a href="/b">Bauer 2009</a></div></div>`, "Bauer"],
    ["numbers to call", `<p><a href="tel:1">01632 960</a><br><a href="mailto:a@b.c">barn@b.c</a></p>`, "960"],
    [
      "files in a box",
      `<div><a href="/r/report-of-the-year.pdf">The whole report of the year</a></div>`,
      "whole report",
    ],
    [
      "what stands beside a form",
      `<section><form><input type=email></form><div><h3>By train</h3><p>${SENTENCE} Bring a coat.</p></div></section>`,
      "coat",
    ],
    [
      "links in a sentence",
      `<div class="cta"><p>If so, <a href="/l">use the other form</a>.</p></div>`,
      "other form",
    ],
    [
      "prices read aloud",
      `<span><span class="sr-only">$64.50</span><span aria-hidden="true">$64</span></span>`,
      "$64.50",
    ],
  ])("keeps %s", async (_kind, part, kept) => {
    expect(await markdown(`${PAGE}${part}`)).toContain(kept);
  });

  it("keeps who wrote it, and what it is part of, above the title", async () => {
    const above = `<p class="byline"><a href="/u">Mirela</a></p><p>Package <a href="/p">org.hawser</a></p>`;
    expect(await markdown(`<div>${above}${PAGE}</div>`)).toMatch(/Mirela[^]*org\.hawser[^]*# Tale/);
  });

  it("keeps what a name of boilerplate holds again and again", async () => {
    const points = ["a", "b", "c", "d", "e", "f", "g", "h"].map(
      (sign) =>
        `<p><span class="LegLHS">(${sign})</span> <span class="LegRHS">${sign}: ${SENTENCE}</span></p>`,
    );
    const text = await markdown(`<h1>Act</h1>${STORY}${points.join("")}`);
    expect(text.split("harbour")).toHaveLength(17);
  });

  it("keeps every post and its writer, however short", async () => {
    const html = `<div><h1>Knife</h1>${STORY}</div><div>${review("Tamsin", SENTENCE)}${review("Oskar", SENTENCE)}${review("Ines", "Mind your thumbs.")}</div>`;
    expect(await markdown(html)).toContain("Mind your thumbs.");
    expect(await markdown(html)).toContain("Ines");
  });

  it("keeps lists of the newest on a page of lists, and drops them beside a text", async () => {
    const list = `<h2>Popular guides</h2><ul><li><a href=/1>Back up to storage</a><li><a href=/2>Work offline</a></ul>`;
    expect(
      await markdown(
        `<main><h1>Docs</h1><p>Start here.</p><a href=/q><h2>Quickstart guide</h2></a>${list}</main>`,
      ),
    ).toContain("offline");
    expect(await markdown(`${PAGE}${list}`)).not.toContain("offline");
  });

  it("keeps navigation that a directory lists under a heading of its own", async () => {
    const links = `<li><a href="/a">Blackletter</a> (6)</li><li><a href="/b">Foundries</a> (52)</li>`;
    expect(
      await markdown(
        `<h1>Type</h1><p>${SENTENCE}</p><h2>Subjects</h2><nav><ul>${links}</ul></nav><h2>Best</h2><ul>${links}</ul>`,
      ),
    ).toContain(
      "- [Blackletter](https://site.example/a) (6)\n- [Foundries](https://site.example/b) (52)\n\n## Best",
    );
  });
});
