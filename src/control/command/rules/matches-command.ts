import { basename } from "node:path";
import type { SimpleCommand } from "../simple-command.ts";
import type { CommandRule } from "./command-rule.ts";

/** Whether a rule is about this command; what cannot be told does not match. */
export function matchesCommand({ match, verdict }: CommandRule, { words }: SimpleCommand): boolean {
  const { program, args = [], has = [] } = match;
  const [name, ...given] = words.map(({ text, isPattern }) => (isPattern === true ? undefined : text));
  if (name === undefined) return false;
  const names = typeof program === "string" ? [program] : program;
  return (
    names.some((one) => matchesText(one, isByName(one) ? basename(name) : name)) &&
    args.every((one, at) => matchesText(one, given[at])) &&
    has.every((one) => given.some((text) => matchesText(one, text)))
  );

  /** What is allowed is the program of that name on the path, not any file that is called so. */
  function isByName(one: string): boolean {
    return verdict !== "allow" && !one.includes("/");
  }
}

function matchesText(pattern: string, text: string | undefined): boolean {
  if (text === undefined || !pattern.includes("*")) return pattern === text;
  const [first = "", ...rest] = pattern.split("*");
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const found = isLast ? text.length - piece.length : text.indexOf(piece, at);
    if (found < at || !text.startsWith(piece, found)) return false;
    at = found + piece.length;
  }
  return true;
}
