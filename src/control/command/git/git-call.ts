import { isAbsolute, resolve } from "node:path";
import type { ProgramFacts, Surroundings } from "../program-facts.ts";
import type { SimpleCommand, Word } from "../simple-command.ts";
import type { GitArguments } from "./git-arguments.ts";
import type { GitOptions } from "./git-options.ts";

/** A call of a command of git, taken apart. */
export interface GitCall {
  readonly name: string;
  /** Everything after the name. */
  readonly words: readonly Word[];
  readonly args: GitArguments;
  readonly command: SimpleCommand;
  readonly surroundings: Surroundings;
  /** Where it works, after `-C`; undefined when that cannot be told. */
  readonly cwd: string | undefined;
  /** Whether the editor is one that leaves the text as it is. */
  readonly hasQuietEditor: boolean;
}

/** What a command of git does with its arguments. */
export type DescribeGitCommand = (call: GitCall) => ProgramFacts;

/** A command of git that is known. */
export interface GitCommand {
  /** Undefined for one that has no option worth looking for. */
  readonly options: GitOptions | undefined;
  readonly describe: DescribeGitCommand;
}

/** Commands of git by name. */
export type GitCommands = Readonly<Record<string, GitCommand>>;

/** Words that name files, as the engine looks at them: from where the shell is, not from where `-C` leads. */
export function placesOf(call: GitCall, words: readonly Word[]): readonly Word[] {
  return words.map((word) => placeOf(call, word));
}

function placeOf({ cwd, command }: GitCall, word: Word): Word {
  if (word.text === undefined || cwd === command.cwd || isAbsolute(word.text)) return word;
  return { ...word, text: cwd === undefined ? undefined : resolve(cwd, word.text) };
}
