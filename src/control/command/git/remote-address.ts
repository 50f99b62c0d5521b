import type { ProgramFacts } from "../program-facts.ts";
import type { Word } from "../simple-command.ts";
import { gitFoundIf } from "./git-findings.ts";

/** Says that the address of a repository names a program to reach it by: `ext::sh -c …`, or an option where a host should be. */
export function remoteProgram(address: Word | undefined): ProgramFacts {
  return gitFoundIf(isProgram(address?.text ?? ""), "git.remote-program");
}

function isProgram(address: string): boolean {
  return (
    /^[A-Za-z][\w+.-]*::/.test(address) ||
    /^(?:ssh|git|git\+ssh|ssh\+git):\/\/(?:[^/@]*@)?-/i.test(address) ||
    address.startsWith("-")
  );
}
