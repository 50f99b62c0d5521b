import type { ProgramFacts } from "../program-facts.ts";
import { quoted } from "../../policy/visible.ts";
import type { GitArguments } from "./git-arguments.ts";
import { gitFinding } from "./git-findings.ts";

/** Says what of the arguments of a command could not be understood. */
export function doubtsOf({ unknown, unclear }: GitArguments): ProgramFacts {
  return {
    findings: [
      ...unknown.map(({ text, source }) => gitFinding("git.unknown-option", quoted(text ?? source))),
      ...unclear.map(({ source }) => gitFinding("git.unclear", quoted(source))),
    ],
  };
}
