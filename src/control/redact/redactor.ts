import { digestOf } from "../../kernel/index.ts";
import type { Detector } from "./detector.ts";
import { knownValues } from "./known-values.ts";
import { maskSpans } from "./mask-spans.ts";
import { OWN_DETECTORS } from "./own-detectors.ts";
import { redactValue } from "./redact-value.ts";

/** Takes secrets out of what is about to be kept or told. */
export interface Redactor {
  /** The text with masks in place of secrets; a digest of it when that cannot be done. */
  text(text: string): string;
  /** A copy of any value that is plain JSON, without secrets in texts, keys or telling fields. */
  value(value: unknown): unknown;
  /** The same by one look at the secrets for all that is redacted without a pause: looking takes longer than a text. */
  now(): RedactorNow;
}

/** A redactor that goes by the secrets of one moment. */
export type RedactorNow = Omit<Redactor, "now">;

/** What a redactor goes by. */
export interface RedactorOptions {
  /** The exact secrets known right now. */
  readonly secrets?: () => readonly string[];
  /** What else finds secrets, in place of our own patterns. */
  readonly detectors?: readonly Detector[];
}

/** Makes a redactor; it never throws and never gives back a text it could not examine. */
export function createRedactor({
  secrets = () => [],
  detectors = OWN_DETECTORS,
}: RedactorOptions = {}): Redactor {
  let known = { values: [] as readonly string[], detector: knownValues([]) };
  let looked: RedactorNow | undefined;
  return { text: (raw) => look().text(raw), value: (value) => look().value(value), now };

  function now(): RedactorNow {
    if (looked === undefined) {
      queueMicrotask(() => {
        looked = undefined;
      });
    }
    return (looked ??= look());
  }

  function look(): RedactorNow {
    const text = redactWith(detectorsNow());
    return { text, value: (value) => redactValue(value, text) };
  }

  /** Preparing the forms of a secret costs more than looking for them, and they seldom change. */
  function detectorsNow(): readonly Detector[] | undefined {
    try {
      const values = secrets();
      if (!isSame(values, known.values)) known = { values: [...values], detector: knownValues(values) };
      return [known.detector, ...detectors];
    } catch {
      return undefined;
    }
  }
}

/** Where nobody can say what is secret, everything is. */
function redactWith(detectors: readonly Detector[] | undefined): (raw: string) => string {
  return (raw) => {
    try {
      if (detectors !== undefined)
        return maskSpans(
          raw,
          detectors.flatMap((detector) => detector.find(raw)),
        );
    } catch {
      // As if there were none.
    }
    return `[not redacted, sha256 ${digestOf(Buffer.from(raw, "utf8"))}]`;
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
