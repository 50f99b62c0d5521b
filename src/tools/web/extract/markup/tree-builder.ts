import { NO_WEIGHT, type PageElement, type PageNode } from "../page-tree.ts";
import { decodeEntities } from "./decode-entities.ts";
import { parseAttributes } from "./parse-attributes.ts";
import { BLOCKS, HEADINGS, VOID } from "./tag-names.ts";

/** Puts tags and text together to a tree, closing what authors leave open as browsers do. */
export class TreeBuilder {
  readonly body: PageElement = newElement("body", "", undefined);
  #elements = 0;
  #open: PageElement[] = [this.body];
  /** Elements left out because they were nested too deeply or too many; their end tags are left out too. */
  readonly #leftOut = new Map<string, number>();

  /** Adds an element; what follows goes inside it until it is closed. */
  open(name: string, attributes: string): void {
    this.#closeBefore(name);
    this.#elements += 1;
    if (this.#open.length > DEEPEST || this.#elements > MOST_ELEMENTS) this.#leaveOut(name);
    else {
      const element = newElement(name, attributes, this.#top);
      this.#top.children.push(element);
      if (!VOID.has(name)) this.#open.push(element);
    }
  }

  /** Closes the nearest open element of a name; an end tag that fits nothing is ignored. */
  close(name: string): void {
    const leftOut = this.#leftOut.get(name) ?? 0;
    if (leftOut > 0) this.#leftOut.set(name, leftOut - 1);
    else this.#closeNearest((tag) => tag === name, BLOCKS.has(name) ? barriersOf(name) : BLOCKS);
  }

  /** Adds text. */
  text(written: string): void {
    const { children, isPre } = this.#top;
    const decoded = decodeEntities(written);
    const text = isPre ? decoded : decoded.replaceAll(/\s+/g, " ");
    const last = children.at(-1);
    if (last?.kind === "text") children[children.length - 1] = { kind: "text", text: last.text + text };
    else children.push({ kind: "text", text });
  }

  get #top(): PageElement {
    return this.#open.at(-1) ?? this.body;
  }

  #leaveOut(name: string): void {
    if (!VOID.has(name)) this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1);
    if (BLOCKS.has(name) || name === "br") this.text("\n");
  }

  #closeBefore(name: string): void {
    const [ends, within] = IMPLIED.get(name) ?? [];
    if (ends !== undefined && within !== undefined) this.#closeNearest((tag) => ends.has(tag), within);
    if (!ENDS_PARAGRAPH.has(name)) return;
    this.#closeNearest((tag) => tag === "p", SCOPES);
    if (name !== "div") this.#closeNearest((tag) => HEADINGS.has(tag), CONTAINERS);
  }

  #closeNearest(test: (tag: string) => boolean, barriers: ReadonlySet<string>): void {
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const tag = this.#open[at]?.tag ?? "";
      if (test(tag)) {
        this.#open.length = at;
        return;
      }
      if (barriers.has(tag)) return;
    }
  }
}

/** Pages people write stay far below both; the text of what is beyond them is kept. */
const DEEPEST = 100;
const MOST_ELEMENTS = 120_000;

function newElement(tag: string, written: string, parent: PageElement | undefined): PageElement {
  const attributes = parseAttributes(written);
  return {
    kind: "element",
    tag,
    isPre: tag === "pre" || parent?.isPre === true,
    attributes,
    parent,
    children: [] as PageNode[],
    names: namesOf(tag, attributes),
    weight: NO_WEIGHT,
  };
}

/** What authors call an element: where classes are made by machine, the name stands in a mark for tests or in the tag. */
function namesOf(tag: string, attributes: ReadonlyMap<string, string>): readonly string[] {
  const isOwnTag = tag.includes("-");
  if (attributes.size === 0 && !isOwnTag) return [];
  const written = NAMING.map((name) => attributes.get(name) ?? "").filter((name) => name !== "");
  if (isOwnTag) written.push(tag);
  return written.length === 0 ? [] : written.flatMap(wordsIn);
}

const NAMING = ["class", "id", "data-testid", "data-test-id", "data-qa", "data-component"];

/** Splits `siteNav`, `site-nav` and `site_nav` into the same words. */
function wordsIn(written: string): readonly string[] {
  return written
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((name) => name !== "");
}

const MOST_CHARACTERS = 500;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const SCOPES = words("table td th caption button");
const CONTAINERS = words(
  "table td th caption div section article main aside li dd blockquote figure details",
);
const LISTS = words("ul ol menu dir table td th");
const NONE = words("");

/** What the start of an element ends, and what it never reaches through. */
const IMPLIED = new Map<string, readonly [ReadonlySet<string>, ReadonlySet<string>]>([
  ["li", [words("li"), LISTS]],
  ["dt", [words("dt dd"), words("dl table td th")]],
  ["dd", [words("dt dd"), words("dl table td th")]],
  ["tr", [words("tr caption"), words("table")]],
  ["td", [words("td th"), words("table tr")]],
  ["th", [words("td th"), words("table tr")]],
  ["tbody", [words("thead tbody tfoot caption"), words("table")]],
  ["thead", [words("thead tbody tfoot caption"), words("table")]],
  ["tfoot", [words("thead tbody tfoot caption"), words("table")]],
  ["option", [words("option"), words("select optgroup")]],
  ["optgroup", [words("option optgroup"), words("select")]],
  ["a", [words("a"), BLOCKS]],
]);

const ENDS_PARAGRAPH = words(
  "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul",
);

/** A stray end tag inside a table cell never closes what is around the table. */
function barriersOf(name: string): ReadonlySet<string> {
  if (name === "table") return NONE;
  return TABLE_PARTS.has(name) ? TABLE : CELLS;
}

const TABLE = words("table");
const CELLS = words("td th caption table");
const TABLE_PARTS = words("tr td th tbody thead tfoot caption");
