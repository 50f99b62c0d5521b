import { Fault } from "../../../kernel/index.ts";

/** A patch that cannot be read, with the line of it where reading stopped. */
export function malformedPatch(patchLine: number, problem: string, hint?: string): Fault {
  return new Fault("invalid_input", `Line ${patchLine} of the patch: ${problem}`, { hint });
}

/** Quotes a line of a patch for an error, shortened. */
export function quoteLine(line: string): string {
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
