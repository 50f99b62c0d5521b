/** How an order begins, and how it goes on; both in bare words. */
export interface OrderPhrase {
  /** What it may begin with; bars are between them. */
  readonly first: string;
  /** What follows, as the source of a regular expression. */
  readonly rest: string;
  /** Whether it is no order where it is forbidden: what must not be done without asking is done with asking. */
  readonly unlessForbidden?: true;
}

/** Up to so many words in between. */
export const few = (most: number): string => `(?:[^ .]+ ){0,${most}}`;

/** The person whose session it is, as texts call them. */
export const USER =
  "(?<!other )(?:users?|humans?|person|people|operator|customer|anyone|anybody|owner|them)(?: |$)";

/** Whoever a text may claim to speak for. */
export const AUTHORITY =
  "(?:developers?|system|administrators?|admin|anthropic|openai|creators?|owner|vendor)";
