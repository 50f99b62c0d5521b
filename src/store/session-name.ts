import { Fault } from "../kernel/index.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Refuses a name that no session can have; it stands in rows, file names and audit records as it is. */
export function refuseBadSessionName(name: string): void {
  if (NAME.test(name)) return;
  throw new Fault("invalid_input", `${JSON.stringify(name)} cannot be the name of a session.`, {
    hint: "Use letters, digits, dots, dashes and underscores, at most 64, a letter or digit first.",
  });
}
