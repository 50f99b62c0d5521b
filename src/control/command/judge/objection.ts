import type { Finding } from "../program-facts.ts";

/** What speaks against a command, and which part of it. */
export interface Objection extends Finding {
  readonly part: string;
}

/** The one that decides: the first that forbids, or else the first that asks. */
export function strictestOf<T extends Finding>(objections: readonly T[]): T | undefined {
  return objections.find(({ verdict }) => verdict === "deny") ?? objections[0];
}
