import { elementsOf, lineOf, type PageElement } from "./page-tree.ts";

/** What a page is called: its one main heading, else its title without the name of the site. */
export function titleOf(root: PageElement, written: string): string | undefined {
  const headings = [...elementsOf(root)]
    .filter(({ tag }) => tag === "h1")
    .map((heading) => lineOf(heading).replace(/\s*[#¶§🔗]$/u, ""));
  const only = headings.length === 1 ? headings[0] : undefined;
  const title = only === undefined || only === "" ? withoutSite(written) : only;
  return title === "" ? undefined : title.slice(0, MOST_CHARACTERS);
}

const MOST_CHARACTERS = 300;

/** Sites put their name behind the title, after a sign that titles seldom hold. */
function withoutSite(written: string): string {
  const line = written.replaceAll(/\s+/g, " ").trim();
  const [, title] = /^(.{4,}\S)\s*(?:\s[|·–—»•:-]{1,2}\s|[|_｜])\s*[^|]{1,40}$/u.exec(line) ?? [];
  return title ?? line;
}
