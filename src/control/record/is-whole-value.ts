import { MASK_START } from "../redact/mask-spans.ts";

/** Tells whether a remembered value is all there was: nothing in it was masked, and nothing cut. */
export function isWholeValue(value: unknown): boolean {
  if (typeof value === "string") return !MARKS.some((mark) => mark.test(value));
  if (typeof value !== "object" || value === null) return true;
  if (isSummary(value)) return false;
  return Object.entries(value).every(([name, field]) => isWholeValue(name) && isWholeValue(field));
}

/** What redacting and bounding leave in place of what they take out. */
const MARKS: readonly RegExp[] = [
  new RegExp(MASK_START.replace("[", String.raw`\[`)),
  /\[not redacted, sha256 [0-9a-f]+\]/,
  /\n\[… of \d+ bytes, sha256 [0-9a-f]+\]$/,
  /^\[(?:circular|nested too deeply|too many parts|could not be read)\]$/,
  /^\[\d+ bytes, sha256 [0-9a-f]+\]$/,
];

function isSummary(value: object): boolean {
  return "beginning" in value && "bytes" in value && "sha256" in value;
}
