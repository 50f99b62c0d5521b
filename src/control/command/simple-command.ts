/** One word of a command. */
export interface Word {
  /** What it is once quotes are taken off and known variables put in; undefined when only running it would tell. */
  readonly text: string | undefined;
  /** As it stands in the command. */
  readonly source: string;
  /** Whether an unquoted part may match names of files, or become several words. */
  readonly isPattern?: boolean | undefined;
  /** The commands whose output is part of it: by substitution, or through a variable. */
  readonly from?: readonly SimpleCommand[] | undefined;
}

/** Makes a word with every field in its place: what all words have alike is read fastest. */
export function makeWord(
  text: string | undefined,
  source: string,
  isPattern?: boolean,
  from?: readonly SimpleCommand[],
): Word {
  return { text, source, isPattern, from };
}

/** A variable that a command is given, `NAME=value program`, or that is set before it. */
export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

/** A file that the shell itself opens for a command. */
export interface Redirect {
  readonly op: "read" | "write" | "append" | "read-write";
  readonly target: Word;
}

/** Where a command's standard input comes from: the terminal or nothing, another command, text that stands there, a file. */
export type InputSource =
  | { readonly kind: "none" }
  | { readonly kind: "pipe"; readonly from: readonly SimpleCommand[] }
  | { readonly kind: "text"; readonly text: Word }
  | { readonly kind: "file"; readonly path: Word };

/** One program that a command line may run, whatever it stands in. */
export interface SimpleCommand {
  /** The program and its arguments; empty for assignments alone. */
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly input: InputSource;
  /** Where it would run; undefined when that cannot be told. */
  readonly cwd: string | undefined;
  /** Set for the call of a function that the command line defines; false where it may not be defined by then. */
  readonly isFunction?: boolean | undefined;
  /** Functions that shell text run by this very shell may call, for `eval` and `trap`. */
  readonly functions?: ReadonlySet<string> | undefined;
  /** As it stands in the command, for people. */
  readonly source: string;
}
