import type { CompoundCommand, CompoundList, ParsedScript, Redirected } from "unbash";
import type { InputSource, SimpleCommand } from "../simple-command.ts";
import type { Scope } from "./scope.ts";

/** What a function of the shell consists of. */
export type FunctionBody = CompoundCommand | Redirected | CompoundList;

/** Something about the text itself, found on the way, that a person must know of or that is forbidden. */
export interface Doubt {
  readonly verdict: "ask" | "deny";
  readonly rule: string;
  readonly reason: string;
  readonly source: string;
}

/** Where a word is expanded, and how what runs inside it is seen. */
export interface Expansion {
  readonly scope: Scope<FunctionBody>;
  readonly home: string;
  readonly workspace: string;
  /** Standard input of what the word's substitutions run. */
  readonly input: InputSource;
  /** What the command at hand will be: it feeds `>(…)`. */
  feeder(): readonly SimpleCommand[];
  /** Walks what a substitution runs and returns it. */
  run(script: ParsedScript, input: InputSource): readonly SimpleCommand[];
  doubt(doubt: Doubt): void;
  /** Notes that the content of something that is not known is taken for a number. */
  evaluate(source: string): void;
}
