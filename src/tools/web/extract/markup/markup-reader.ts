import { findTagEnd } from "./find-tag-end.ts";

/** A start tag: its lower-case name and its attributes as written. */
export interface StartTag {
  readonly kind: "start";
  readonly name: string;
  readonly attributes: string;
}

/** What markup is made of: tags, and text with its character references. */
export type Token =
  | StartTag
  | { readonly kind: "end"; readonly name: string }
  | { readonly kind: "text"; readonly text: string };

/** Splits markup into tags and text as browsers do, and looks at no character more than a few times. */
export class MarkupReader {
  #at = 0;
  readonly #html: string;
  /** End tags the rest of the page is known not to hold, so that it is not searched again. */
  readonly #absent = new Set<string>();
  #quotesBalance = true;

  constructor(html: string) {
    this.#html = html;
  }

  /** The next tag or text; undefined at the end of the page. */
  next(): Token | undefined {
    while (this.#at < this.#html.length) {
      if (this.#html[this.#at] !== "<") return this.#text();
      const token = this.#markup();
      if (token !== undefined) return token;
    }
    return undefined;
  }

  /** Moves behind the end of an element and returns what it holds; code that never ends reaches to the end of the page. */
  skipPast(name: string): string {
    const from = this.#at;
    if (this.#absent.has(name)) return "";
    const ending = new RegExp(`</${name}(?=[\\s/>])[^>]*>?`, "gi");
    ending.lastIndex = from;
    const found = ending.exec(this.#html);
    if (found !== null) {
      this.#at = found.index + found[0].length;
      return this.#html.slice(from, found.index);
    }
    this.#absent.add(name);
    if (name === "script" || name === "style") this.#at = this.#html.length;
    return "";
  }

  #text(from = this.#at): Token {
    const end = this.#html.indexOf("<", from);
    const text = this.#html.slice(this.#at, end < 0 ? undefined : end);
    this.#at += text.length;
    return { kind: "text", text };
  }

  #markup(): Token | undefined {
    if (this.#html.startsWith("<!--", this.#at)) return this.#skipTo("-->", 2);
    const sign = this.#html[this.#at + 1];
    if (sign === "!" || sign === "?") return this.#skipTo(">", 1);
    const [opening, slash, name] = NAME.exec(this.#html.slice(this.#at, this.#at + MOST_NAME)) ?? [];
    if (opening === undefined || name === undefined) return this.#text(this.#at + 1);
    return this.#tag(name.toLowerCase(), { isEnd: slash === "/", from: this.#at + opening.length });
  }

  #tag(name: string, { isEnd, from }: { isEnd: boolean; from: number }): Token | undefined {
    let end = this.#quotesBalance ? findTagEnd(this.#html, from) : -1;
    if (end < 0) {
      this.#quotesBalance = false;
      end = this.#html.indexOf(">", from);
    }
    this.#at = end < 0 ? this.#html.length : end + 1;
    if (end < 0) return undefined;
    return isEnd ? { kind: "end", name } : { kind: "start", name, attributes: this.#html.slice(from, end) };
  }

  #skipTo(mark: string, from: number): undefined {
    const end = this.#html.indexOf(mark, this.#at + from);
    this.#at = end < 0 ? this.#html.length : end + mark.length;
  }
}

const NAME = /^<(\/?)([a-z][a-z0-9:-]*)/i;
const MOST_NAME = 40;
