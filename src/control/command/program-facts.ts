import type { Assignment, SimpleCommand, Word } from "./simple-command.ts";

/** What is doubtful or forbidden about a command in itself. */
export interface Finding {
  readonly verdict: "ask" | "deny";
  /** The rule's short name, such as `git.skip-hooks`. */
  readonly rule: string;
  /** Why, as a clause that goes on after a colon: `it skips the hooks of the repository`. */
  readonly reason: string;
}

/** Something a program runs in turn. */
export type Run =
  | {
      readonly kind: "argv";
      readonly words: readonly Word[];
      readonly assignments?: readonly Assignment[];
      readonly cwd?: Word;
    }
  /** Shell text. */
  | { readonly kind: "script"; readonly text: Word; readonly cwd?: Word }
  /** What stands in a file of the workspace: the project's own, and judged as a place. */
  | { readonly kind: "file"; readonly path: Word }
  /** Code in another language, given on the command line or as a stream. */
  | { readonly kind: "code"; readonly language: string }
  /** Whatever arrives on its standard input, as a shell's or another language's code; the engine looks at where that comes from. */
  | { readonly kind: "input"; readonly language: string };

/** A link, and where it leads. */
export interface Link<Place> {
  readonly name: Place;
  readonly target: Place;
}

/** What a program with these arguments is about to do. */
export interface ProgramFacts {
  readonly reads?: readonly Word[] | undefined;
  readonly writes?: readonly Word[] | undefined;
  readonly deletes?: readonly Word[] | undefined;
  readonly runs?: readonly Run[] | undefined;
  /** Second names it gives to places. */
  readonly links?: readonly Link<Word>[] | undefined;
  /** Set when it speaks to the network, with what it speaks to where that is named. */
  readonly network?: readonly Word[] | undefined;
  readonly findings?: readonly Finding[] | undefined;
}

/** What is known about a program; undefined for one nobody knows, or for arguments nobody understands. */
export type DescribeProgram = (
  command: SimpleCommand,
  surroundings: Surroundings,
) => ProgramFacts | undefined;

/** What judging a command may ask about the machine; everything is answered from facts gathered before. */
export interface Surroundings {
  readonly workspace: string;
  /** Further folders that count as the workspace does. */
  readonly extraRoots?: readonly string[];
  readonly home: string;
  /** The repository around the folder that a command starts in. */
  readonly repository: RepositoryFacts;
  /** Other repositories that git is called for, by the folder it looks for them from. */
  readonly repositories?: ReadonlyMap<string, RepositoryFacts>;
  /** Links that an earlier part of the command makes; the places are whole paths. */
  readonly links?: readonly Link<string>[];
  /** Programs the user's configuration adds to the known ones. */
  readonly allowedCommands: readonly string[];
  /** Names in `node_modules/.bin`; undefined when nobody looked. */
  readonly localPrograms?: readonly string[];
}

/** What is known of the repository a command works in. */
export interface RepositoryFacts {
  /** Undefined when it cannot be told. */
  readonly branch: string | undefined;
  /** Whether HEAD is on a remote. */
  readonly headPushed: boolean;
  /** Whether HEAD was written by the person who works here; undefined when it cannot be told. */
  readonly headIsOwn?: boolean;
  /** Names of files that are new here. */
  readonly untracked: readonly string[];
  /** Staged, changed or new files that hold a secret, and what kind; without a state, staged unless they are new here. */
  readonly secrets: readonly {
    readonly path: string;
    readonly what: string;
    readonly state?: "staged" | "changed" | "new";
  }[];
  /** The values of `remote.<name>.push`. */
  readonly remotePush: readonly string[];
  /** The root of the work tree, from which names of files count; the workspace when absent. */
  readonly root?: string;
  /** Short names of branches and tags, remote ones too; absent when they are not known. */
  readonly refs?: readonly string[];
}
