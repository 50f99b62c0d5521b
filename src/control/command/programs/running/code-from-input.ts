import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import type { Call } from "../arguments/describe.ts";
import { found } from "../arguments/facts.ts";

/** What it means that an interpreter takes its program from its input; without any, somebody would have to type it. */
export function codeFromInput({ command }: Call, language: string): ProgramFacts {
  return command.input.kind === "none"
    ? found("terminal.interactive")
    : { runs: [{ kind: "input", language }] };
}

/** Code that stands in the command: shell text can be judged like the rest, any other language only be shown. */
export function codeGiven(text: Word, language: string): ProgramFacts {
  return { runs: [language === SHELL ? { kind: "script", text } : { kind: "code", language }] };
}

/** The language whose text is judged like the command itself. */
export const SHELL = "sh";
