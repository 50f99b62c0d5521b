/** One question to a person. */
export interface Question {
  readonly text: string;
  readonly choices?: readonly string[];
}

/** What came of a question. */
export type Answer = { readonly kind: "answered"; readonly text: string } | { readonly kind: "unavailable" };

/**
 * The way to the person behind a session.
 * Contract: with nobody to ask it answers `unavailable`; it never waits for ever.
 */
export interface Asker {
  ask(question: Question, cancel: AbortSignal): Promise<Answer>;
}

/** The asker of a session nobody watches. */
export const nobody: Asker = { ask: () => Promise.resolve({ kind: "unavailable" }) };
