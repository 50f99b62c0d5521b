import { type Caller, Fault } from "../../kernel/index.ts";

/** A caller for contexts outside a session: it reaches no other tool. */
export const noCaller: Caller = {
  call: (name) =>
    Promise.reject(
      new Fault("unavailable", `${name} cannot be called from here: this context belongs to no session.`, {
        hint: "Call tools from a session, which supplies a caller.",
      }),
    ),
};
