import { Fault } from "../../kernel/index.ts";

/** The fault of a pattern that no engine understands. */
export function patternFault(complaint: string): Fault {
  return new Fault("invalid_input", `The pattern does not parse: ${complaint.replace(/^rg: /, "")}.`, {
    hint: "Patterns are regular expressions: put a backslash before any of ( ) [ ] { } . * + ? ^ $ | \\ that is meant literally.",
  });
}
