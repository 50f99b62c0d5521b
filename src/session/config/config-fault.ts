import { Fault } from "../../kernel/index.ts";

/** One thing that is wrong with a configuration, and where. */
export interface ConfigProblem {
  /** Absent for what a flag said. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The setting in question, with dots. */
  readonly key?: string;
  readonly message: string;
}

/** A configuration that cannot be used; it carries everything that is wrong with it. */
export class ConfigFault extends Fault {
  override readonly name: string = "ConfigFault";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], cause?: unknown) {
    super("invalid_input", sentence(problems), { hint: HINT, cause });
    this.problems = problems;
  }
}

const HINT =
  "`deckhand config schema` prints what a configuration may say, `deckhand config path` where it is.";

const MOST_NAMED = 8;

function sentence(problems: readonly ConfigProblem[]): string {
  const lines = problems.slice(0, MOST_NAMED).map(lineOf);
  const more = problems.length > MOST_NAMED ? [`and ${problems.length - MOST_NAMED} more`] : [];
  return lines.length === 1
    ? `Bad configuration: ${lines.join()}`
    : ["Bad configuration:", ...lines, ...more].join("\n  ");
}

function lineOf({ file = "flags", line, column, key, message }: ConfigProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return key === undefined ? `${place}: ${message}` : `${place}: ${key}: ${message}`;
}
