import type { ToolRecord, TrustLevel } from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";
import type { CommandVerdict } from "../policy/command-verdict.ts";
import { strictest } from "../policy/strictest.ts";
import { quoted } from "../policy/visible.ts";
import { insufficient } from "./insufficient.ts";

/**
 * What holds a command back beside its own text: a sandbox that works, none although one was wanted, or none because
 * the user's own configuration says so.
 */
export type Containment = "sandbox" | "missing" | "waived";

/** One command on its way to the shell. */
export interface ShellQuestion {
  readonly current: TrustLevel;
  readonly tool: ToolRecord;
  readonly command: string;
  readonly verdict: CommandVerdict;
  readonly containment: Containment;
}

/** Judges a command: its verdict decides, and without a sandbox a person does. */
export function judgeShell(question: ShellQuestion): Decision {
  const { current, tool, verdict, containment } = question;
  if (verdict.verdict === "deny") return forbidden(question);
  if (current === "L0" || current === "L1") return insufficient(current, "L2", tool);
  if (containment === "missing") return unconfined(question);
  const judged = verdict.verdict === "allow" ? ALLOW : doubtful(question);
  return containment === "waived" ? strictest([judged, { verdict: "allow", mark: NO_SANDBOX }]) : judged;
}

function forbidden({ command, verdict }: ShellQuestion): Decision {
  return {
    verdict: "deny",
    code: "denied_policy",
    reason: `The command ${quoted(command)} is never run: ${why(command, verdict)}.`,
  };
}

function doubtful({ current, command, verdict }: ShellQuestion): Decision {
  const reason = `It runs ${quoted(command)}: ${why(command, verdict)}.`;
  return current === "L3" ? { verdict: "allow", mark: reason } : { verdict: "ask", reason };
}

/** With the part it is about, where that is not the whole, and the rule's name. */
function why(command: string, { reason, rule, part = command }: CommandVerdict): string {
  const about = part === command ? "" : `in ${quoted(part)}, `;
  return `${about}${reason} (rule ${rule})`;
}

/** The mark of a command that nothing but its own text holds back. */
const NO_SANDBOX = "sandbox: none";

function unconfined({ current, command }: ShellQuestion): Decision {
  if (current === "L2") {
    const reason = `It runs ${quoted(command)} without a sandbox: it can do whatever you can.`;
    return { verdict: "ask", reason, mark: NO_SANDBOX, everyTime: true };
  }
  return {
    verdict: "deny",
    code: "denied_policy",
    reason: `Commands run unasked only in a sandbox, and none works here.`,
    hint: "Install bubblewrap, or use trust level L2, where a person is asked about each command.",
  };
}
