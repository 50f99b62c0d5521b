import type { FaultCode } from "../../kernel/index.ts";

/** How a call ended, in the words of the command line's JSON. */
export type CallStatus = "ok" | "error" | "denied" | "needs_approval" | "unavailable";

/** The status that an error code stands for. */
export function statusOf(code: FaultCode | undefined): CallStatus {
  if (code === undefined) return "ok";
  if (code === "needs_approval" || code === "unavailable") return code;
  return code.startsWith("denied") ? "denied" : "error";
}

/** The exit code of each status. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  denied: 3,
  needs_approval: 3,
  unavailable: 4,
  interrupted: 130,
} as const;
