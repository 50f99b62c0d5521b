/** A stretch of a text that must not be kept. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  /** What it looks like, in a word without blanks that is no name of a secret; shown where it was. */
  readonly kind: string;
}

/**
 * Finds secrets in a text.
 * Contract: takes time linear in the text, whatever it holds, and finds nothing in a mask that was put in place of a secret.
 */
export interface Detector {
  readonly name: string;
  find(text: string): readonly SecretSpan[];
}
