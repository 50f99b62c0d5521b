/** An element of a page: its lower-case tag, its attributes and what it holds. */
export interface PageElement {
  readonly kind: "element";
  readonly tag: string;
  /** Tells whether white space inside counts. */
  readonly isPre: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: PageElement | undefined;
  children: PageNode[];
  /** Lower-case words of its class, its id and the like, in every spelling sites use. */
  readonly names: readonly string[];
  weight: Weight;
}

/** A run of text, entities decoded. */
export interface PageText {
  readonly kind: "text";
  readonly text: string;
}

/** Anything a page is made of. */
export type PageNode = PageElement | PageText;

/** How much of what is inside an element, counted in characters without white space. */
export interface Weight {
  readonly text: number;
  /** The part of the text that is inside links. */
  readonly linked: number;
  readonly links: number;
  /** Text outside links, and links as long as headlines. */
  readonly substance: number;
  /** The part of the text outside links that reads as sentences. */
  readonly prose: number;
  readonly pictures: number;
  readonly fields: number;
  readonly buttons: number;
}

/** The weight of nothing. */
export const NO_WEIGHT: Weight = {
  text: 0,
  linked: 0,
  links: 0,
  substance: 0,
  prose: 0,
  pictures: 0,
  fields: 0,
  buttons: 0,
};

/** Every element below and including one, in the order of the page. */
export function* elementsOf(root: PageElement): Generator<PageElement> {
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element;
    for (let at = element.children.length - 1; at >= 0; at -= 1) {
      const child = element.children[at];
      if (child?.kind === "element") waiting.push(child);
    }
  }
}

/** Tells whether an element or one above it passes a test. */
export function isWithin(element: PageElement, test: (element: PageElement) => boolean): boolean {
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) if (test(at)) return true;
  return false;
}

/** All text of a node on one line. */
export function lineOf(node: PageNode): string {
  return rawTextOf(node).replaceAll(/\s+/g, " ").trim();
}

/** All text of a node as it stands. */
export function rawTextOf(node: PageNode): string {
  if (node.kind === "text") return node.text;
  if (node.tag === "br") return "\n";
  return node.children.map(rawTextOf).join("");
}

/** Weighs an element and everything below it anew. */
export function weigh(element: PageElement, isLinked = false): Weight {
  const role = element.attributes.get("role");
  const inLink = isLinked || role === "link" || (element.tag === "a" && element.attributes.has("href"));
  const sum = { ...NO_WEIGHT };
  let run = 0;
  for (const child of element.children) {
    const { text, linked, links, substance, prose, pictures, fields, buttons } =
      child.kind === "element" ? weigh(child, inLink) : weighText(child.text, inLink);
    sum.text += text;
    sum.linked += linked;
    sum.links += links;
    sum.substance += substance;
    sum.prose += prose;
    sum.pictures += pictures;
    sum.fields += fields;
    sum.buttons += buttons;
    if (child.kind === "text") run += text;
  }
  if (!inLink && run >= SENTENCE) sum.prose += run;
  if (inLink && !isLinked) {
    sum.links += 1;
    if (sum.text >= HEADLINE) sum.substance += sum.text;
  }
  if (element.tag === "img") sum.pictures += 1;
  if (element.tag === "button" || role === "button") sum.buttons += 1;
  if (FIELDS.has(element.tag)) {
    const type = element.attributes.get("type")?.toLowerCase() ?? "";
    if (BUTTONS.has(type)) sum.buttons += 1;
    else if (type !== "hidden") sum.fields += 1;
  }
  element.weight = sum;
  return sum;
}

/** Shorter runs of text are labels, not sentences. */
const SENTENCE = 35;
/** Shorter links are names of places, not headlines. */
const HEADLINE = 25;
const FIELDS = new Set(["input", "select", "textarea"]);
const BUTTONS = new Set(["submit", "button", "reset", "image"]);

function weighText(text: string, isLinked: boolean): Weight {
  const length = inkOf(text);
  return { ...NO_WEIGHT, text: length, linked: isLinked ? length : 0, substance: isLinked ? 0 : length };
}

/** Scripts that write a word in a sign or two weigh more by the sign. */
function inkOf(text: string): number {
  let ink = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x2e_7f && code < 0xd7_a4) ink += 3;
    else if (code > 0x20 && code !== 0xa0) ink += 1;
  }
  return ink;
}
