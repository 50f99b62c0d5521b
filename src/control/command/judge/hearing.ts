import type { DescribeProgram, ProgramFacts, Surroundings } from "../program-facts.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SimpleCommand } from "../simple-command.ts";
import type { Objection } from "./objection.ts";

/** Where a text came from that nobody has seen: the network, or a program that turned it into another. */
export type Taint = "network" | "decoded";

/** Where the content of a file is from that the command wrote: from there, from its own text, or from what was in it before, changed by an editor. */
export type Origin = Taint | "here" | "edited";

/** One command while it is judged: what is known, and what was found so far. */
export interface Hearing {
  readonly describe: DescribeProgram;
  readonly rulesFor: RuleBook;
  /** What an earlier part wrote is part of it for the later ones. */
  surroundings: Surroundings;
  /** Absent, as the next two, until there is something to remember. */
  facts: Map<SimpleCommand, ProgramFacts | undefined> | undefined;
  taints: Map<SimpleCommand, Taint | undefined> | undefined;
  /** Files that an earlier part wrote, with where their content is from. */
  written: Map<string, Origin> | undefined;
  /** Each command that was looked at, with what speaks against it. */
  readonly heard: { readonly part: string; readonly objections: readonly Objection[] }[];
  /** Whether one objection that forbids is enough. */
  readonly isHasty: boolean;
}

/** What a program is about to do; asked once for each command. */
export function factsOf(command: SimpleCommand, hearing: Hearing): ProgramFacts | undefined {
  hearing.facts ??= new Map();
  const before = hearing.facts.get(command);
  if (before !== undefined || hearing.facts.has(command)) return before;
  const facts = command.words.length === 0 ? NO_FACTS : hearing.describe(command, hearing.surroundings);
  hearing.facts.set(command, facts);
  return facts;
}

const NO_FACTS: ProgramFacts = {};

/** Whether nothing found later can change the verdict. */
export function isSettled({ isHasty, heard }: Hearing): boolean {
  const last = isHasty ? heard.at(-1) : undefined;
  return last !== undefined && last.objections.some(({ verdict }) => verdict === "deny");
}
