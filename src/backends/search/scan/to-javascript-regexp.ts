import type { ContentQuery } from "../../../kernel/index.ts";
import { patternFault } from "../pattern-fault.ts";

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
  word: "\\w",
};

/** Turns a pattern in ripgrep's language into a JavaScript expression that means the same. */
export function toJavaScriptRegExp(query: ContentQuery): RegExp {
  const { inline, source } = splitInlineFlags(query.pattern);
  const translated = source
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => POSIX_CLASSES[name] ?? whole)
    .replaceAll(/\\x\{([0-9a-fA-F]+)\}/g, "\\u{$1}");
  const flags = [
    query.ignoreCase === true || inline.includes("i") ? "i" : "",
    query.multiline === true ? "gm" : "",
    query.dotAll === true || inline.includes("s") ? "s" : "",
  ].join("");
  // Unicode first, as ripgrep reads patterns; without it JavaScript forgives more.
  return tryRegExp(translated, `${flags}u`) ?? tryRegExp(translated, flags) ?? refuse(translated, flags);
}

/** JavaScript has no flags inside patterns; at the beginning they mean the same as outside. */
function splitInlineFlags(pattern: string): { inline: string; source: string } {
  const found = /^\(\?([imsu]+)\)/.exec(pattern);
  if (found === null) return { inline: "", source: pattern };
  return { inline: found[1] ?? "", source: pattern.slice(found[0].length) };
}

function tryRegExp(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function refuse(source: string, flags: string): never {
  try {
    throw new Error(`no problem with ${String(new RegExp(source, flags))}`);
  } catch (error) {
    throw patternFault(error instanceof Error ? (error.message.split(": ").at(-1) ?? "") : "");
  }
}
