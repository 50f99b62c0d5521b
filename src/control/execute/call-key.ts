import { canonicalDigest } from "../approval/canonical-digest.ts";

/** The same text for calls with the same input in the same scope; undefined when the input has no canonical form. */
export function callKey(input: unknown, ...scope: readonly string[]): string | undefined {
  try {
    return [...scope, canonicalDigest(input ?? {})].join("\0");
  } catch {
    return undefined;
  }
}
