import { OWN_DETECTORS } from "../../redact/own-detectors.ts";

/** A secret that stands in a text. */
export interface FoundSecret {
  readonly text: string;
  /** What it looks like, as the end of a sentence. */
  readonly what: string;
}

/** The secrets in a text that is about to be committed; a value under a telling name only when a machine seems to have made it. */
export function secretsIn(text: string): readonly FoundSecret[] {
  if (!MAYBE.test(text)) return [];
  return OWN_DETECTORS.flatMap((detector) => detector.find(text)).flatMap(({ start, end, kind }) => {
    const found = text.slice(start, end);
    return SURE[kind] !== undefined || looksMade(found)
      ? [{ text: found, what: SURE[kind] ?? "a password or token" }]
      : [];
  });
}

/** Kinds that are what they look like, whatever stands around them. */
const SURE: Readonly<Record<string, string>> = {
  "issued-key": "an issued key",
  "key-block": "a private key",
  jwt: "a signed token",
};

const LEAST_MADE = 12;

/** Nothing counts that is shorter, so that most texts need no closer look. */
const MAYBE = /\S{12}|-----BEGIN/;

/** Examples and fixtures are words; what a machine makes up is longer and mixes letters and digits. */
function looksMade(value: string): boolean {
  return value.length >= LEAST_MADE && /\d/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value);
}
