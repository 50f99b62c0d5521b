import type { DescribeProgram, ProgramFacts, Surroundings } from "../program-facts.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SimpleCommand } from "../simple-command.ts";
import type { Objection } from "./objection.ts";

/** Where a text came from that nobody has seen: the network, or a program that turned it into another. */
export type Taint = "network" | "decoded";

/** One command while it is judged: what is known, and what was found so far. */
export interface Hearing {
  readonly describe: DescribeProgram;
  readonly rulesFor: RuleBook;
  /** What an earlier part wrote is part of it for the later ones. */
  surroundings: Surroundings;
  readonly facts: Map<SimpleCommand, ProgramFacts | undefined>;
  readonly taints: Map<SimpleCommand, Taint | undefined>;
  /** Files that an earlier part wrote, with where their content is from. */
  readonly written: Map<string, Taint | "here">;
  /** Each command that was looked at, with what speaks against it. */
  readonly heard: { readonly part: string; readonly objections: readonly Objection[] }[];
  /** Whether one objection that forbids is enough. */
  readonly isHasty: boolean;
}

/** What a program is about to do; asked once for each command. */
export function factsOf(command: SimpleCommand, hearing: Hearing): ProgramFacts | undefined {
  const before = hearing.facts.get(command);
  if (before !== undefined || hearing.facts.has(command)) return before;
  const facts = command.words.length === 0 ? {} : hearing.describe(command, hearing.surroundings);
  hearing.facts.set(command, facts);
  return facts;
}

/** Whether nothing found later can change the verdict. */
export function isSettled({ isHasty, heard }: Hearing): boolean {
  return isHasty && heard.at(-1)?.objections.some(({ verdict }) => verdict === "deny") === true;
}
