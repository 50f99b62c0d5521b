import { assignedValueAt } from "./assigned-value.ts";
import type { Detector, SecretSpan } from "./detector.ts";
import { isPlaceholder } from "./placeholder.ts";
import { PASSWORD_NAMES, TOKEN_NAMES } from "./secret-name.ts";

/** Finds values under telling names: `password=…`, `"token": "…"`, `API_KEY = …`, `--secret …`. */
export const assignments: Detector = {
  name: "assignments",
  find(text) {
    const spans: SecretSpan[] = [];
    if (text.search(ASSIGNMENT) === -1) return spans;
    const pattern = new RegExp(ASSIGNMENT);
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const span = secretAfter(text, found);
      if (span === undefined) continue;
      spans.push(span);
      pattern.lastIndex = span.end;
    }
    return spans;
  },
};

/** A name, perhaps quoted, and what assigns to it; a flag may also be followed by its value alone. */
const ASSIGNMENT = new RegExp(
  [
    `(?:(?<password>${PASSWORD_NAMES})|${TOKEN_NAMES})`,
    `\\\\{0,3}["'\`]?\\]?`,
    `(?<sign>[ \\t]{0,8}(?:=>|:=|[:=])(?![=:>])[ \\t]{0,8}|(?<=--[\\w-]{1,40})[ \\t]{1,4}(?![-&|;>]))`,
  ].join(""),
  "gi",
);

function secretAfter(text: string, found: RegExpExecArray): SecretSpan | undefined {
  const { password, sign = "" } = found.groups ?? {};
  const at = found.index + found[0].length;
  const loose = /[ \t]/.test(sign) && /[:=]/.test(sign);
  const value = assignedValueAt(text, at, { loose, name: found.index });
  if (value === undefined || isPlaceholder(value.text)) return undefined;
  const isSecret =
    password === undefined ? isToken(value.text, loose || value.quoted) : isPassword(password, value.text);
  return isSecret ? { start: value.start, end: value.start + value.text.length, kind: "value" } : undefined;
}

const LEAST_PASSWORD = 4;
const LEAST_TOKEN = 6;
const SURELY_TOKEN = 20;

/** `PWD` is also where a shell is. */
function isPassword(name: string, value: string): boolean {
  if (value.length < LEAST_PASSWORD) return false;
  return name.toLowerCase() !== "pwd" || !value.startsWith("/");
}

/** In code a word may follow: only what looks made by a machine is a token there. */
function isToken(value: string, mayBeCode: boolean): boolean {
  if (value.length < LEAST_TOKEN || /\s/.test(value)) return false;
  return !mayBeCode || value.length >= SURELY_TOKEN || /\d/.test(value);
}
