import type { SecretSpan } from "./detector.ts";

/** What stands where a secret was. */
export function maskOf(kind: string): string {
  return `${MASK_START}${kind}]`;
}

/** How every mask begins, so that a masked text is not masked again. */
export const MASK_START = "[redacted-";

/** Puts masks in place of stretches of a text; stretches that overlap become one. */
export function maskSpans(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, kind } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= at) continue;
    if (start >= at) parts.push(text.slice(at, start), maskOf(kind));
    at = end;
  }
  return parts.join("") + text.slice(at);
}
