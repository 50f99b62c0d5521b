/** Which commands a rule is about. */
export interface CommandMatch {
  /** The program's name, or several; `*` stands for any characters. */
  readonly program: string | readonly string[];
  /** What its arguments begin with, one by one; `*` stands for any characters. */
  readonly args?: readonly string[] | undefined;
  /** Arguments it must have somewhere, in any order. */
  readonly has?: readonly string[] | undefined;
}

/** One rule about commands, as data. */
export interface CommandRule {
  readonly name: string;
  readonly match: CommandMatch;
  /** An `allow` takes back a question about the program; nothing takes back what is forbidden. */
  readonly verdict: "allow" | "ask" | "deny";
  /** As a clause that goes on after a colon. */
  readonly reason?: string | undefined;
  /** Commands that show what is meant; checked when the rule is loaded. */
  readonly examples: { readonly matches: readonly string[]; readonly not?: readonly string[] | undefined };
}
