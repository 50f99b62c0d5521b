import { type Finding, found } from "./flag.ts";

/** Text that only a machine reads: long base64, hex, binary or escapes. */
export function encodedText(text: string): readonly Finding[] {
  if (text.length < SHORTEST || text.startsWith("data:image/")) return [];
  return found("encoded-text", base64In(text) ?? OTHERS.exec(text));
}

const SHORTEST = 30;

const BASE64 = /[A-Za-z0-9+/_-]{60,}={0,2}/g;

/** Not a long path or a name of many words: those have no mix of everything without a break. */
function base64In(text: string): RegExpExecArray | null {
  for (const match of text.matchAll(BASE64)) {
    const [run] = match;
    const solid = /[A-Za-z0-9+]{24,}/.test(run);
    if (solid && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)) return match;
  }
  return null;
}

const OTHERS = new RegExp(
  [
    String.raw`(?:[0-9a-fA-F]{2}[ :,]?){50,}`,
    String.raw`(?:\\x[0-9a-fA-F]{2}|\\u\{?[0-9a-fA-F]{4,5}\}?|&#x?[0-9a-fA-F]{2,6};|%[0-9a-fA-F]{2}){8,}`,
    String.raw`data:(?!image\/)[\w.+-]{1,40}\/[\w.+-]{1,60}[^\s,]{0,60}(?:;base64)?,[^\s,]{16,}`,
    String.raw`(?:[01]{8}[ ,]?){6,}`,
    String.raw`(?:\b\d{2,3}[ ,]{1,2}){20,}`,
  ].join("|"),
);
