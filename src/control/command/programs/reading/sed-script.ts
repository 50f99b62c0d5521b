import { bracketEnd } from "./bracket-end.ts";

/** What a sed script does besides printing. */
export interface SedEffects {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Whether it runs a command. */
  readonly runs: boolean;
}

/** Tells what a sed script reads, writes and runs; undefined for one that cannot be followed. */
export function sedEffects(script: string): SedEffects | undefined {
  const cursor: Cursor = { script, at: 0, reads: [], writes: [], runs: false };
  while (cursor.at < script.length) {
    skip(cursor, /[\s;]*/y);
    if (cursor.at >= script.length) break;
    if (!takeAddresses(cursor) || !takeCommand(cursor)) return undefined;
  }
  return cursor;
}

interface Cursor {
  readonly script: string;
  readonly reads: string[];
  readonly writes: string[];
  runs: boolean;
  at: number;
}

function takeAddresses(cursor: Cursor): boolean {
  for (let first = true; ; first = false) {
    if (!takeAddress(cursor) && !first) return false;
    skip(cursor, /\s*/y);
    if (cursor.script[cursor.at] !== ",") break;
    cursor.at++;
    skip(cursor, /\s*/y);
  }
  skip(cursor, /[\s!]*/y);
  return true;
}

function takeAddress(cursor: Cursor): boolean {
  if (skip(cursor, /\$|[+~]?\d+(?:~\d+)?/y) !== "") return true;
  const start = cursor.script[cursor.at];
  if (start !== "/" && start !== "\\") return false;
  if (start === "\\") cursor.at++;
  const delimiter = cursor.script[cursor.at++];
  if (delimiter === undefined || delimiter === "\n" || takeDelimited(cursor, delimiter, true) === undefined)
    return false;
  skip(cursor, /[IM]*/y);
  return true;
}

function takeCommand(cursor: Cursor): boolean {
  const command = cursor.script[cursor.at++];
  if (command === undefined) return false;
  if ("{}=dDgGhHnNpPxFz".includes(command)) return takeEnd(cursor);
  if ("lLqQ".includes(command)) return skip(cursor, /[ \t]*\d*/y) !== undefined && takeEnd(cursor);
  if (":btTv".includes(command)) return skip(cursor, /[ \t]*[^\s;}]*/y) !== undefined;
  if ("aic".includes(command)) return takeText(cursor);
  if (command === "#") return skip(cursor, /[^\n]*/y) !== undefined;
  if ("rRwW".includes(command))
    return takeFile(cursor, "rR".includes(command) ? cursor.reads : cursor.writes);
  if (command === "e") return runsCommand(cursor) && skip(cursor, /[^\n]*/y) !== undefined;
  if (command === "s" || command === "y") return takeSubstitution(cursor, command);
  return false;
}

/** After a command comes a blank, a semicolon, a closing brace, a comment or the end. */
function takeEnd(cursor: Cursor): boolean {
  const previous = cursor.script[cursor.at - 1];
  return previous === "{" || previous === "}" || /[\s;}#]|^$/.test(cursor.script[cursor.at] ?? "");
}

function takeText(cursor: Cursor): boolean {
  skip(cursor, /(?:\\\n|\\[^]|[^\n\\])*/y);
  return true;
}

function takeFile(cursor: Cursor, places: string[]): boolean {
  skip(cursor, /[ \t]*/y);
  const name = skip(cursor, /[^\n]*/y);
  places.push(name);
  return name !== "";
}

function takeSubstitution(cursor: Cursor, command: "s" | "y"): boolean {
  const delimiter = cursor.script[cursor.at++];
  if (delimiter === undefined || delimiter === "\n" || delimiter === "\\") return false;
  if (
    takeDelimited(cursor, delimiter, command === "s") === undefined ||
    takeDelimited(cursor, delimiter, false) === undefined
  )
    return false;
  if (command === "y") return takeEnd(cursor);
  const flags = skip(cursor, /[gpiImMe\d]*/y);
  if (flags.includes("e")) runsCommand(cursor);
  if (cursor.script[cursor.at] !== "w") return takeEnd(cursor);
  cursor.at++;
  return takeFile(cursor, cursor.writes);
}

function runsCommand(cursor: Cursor): boolean {
  cursor.runs = true;
  return true;
}

/** In a pattern a delimiter within brackets is none; brackets that never close are ordinary characters. */
function takeDelimited(cursor: Cursor, delimiter: string, isPattern: boolean): string | undefined {
  const start = cursor.at;
  let hasBrackets = isPattern;
  for (; cursor.at < cursor.script.length; cursor.at++) {
    const char = cursor.script[cursor.at];
    if (char === "\\") cursor.at++;
    else if (char === delimiter) return cursor.script.slice(start, cursor.at++);
    else if (hasBrackets && char === "[") {
      const end = bracketEnd(cursor.script, cursor.at, false);
      hasBrackets = end !== undefined;
      cursor.at = end ?? cursor.at;
    }
  }
  return undefined;
}

function skip(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const text = pattern.exec(cursor.script)?.[0] ?? "";
  cursor.at += text.length;
  return text;
}
