import { openSync, writeFileSync } from "node:fs";
import { Fault } from "../../kernel/index.ts";
import { FIRST_GIVEN } from "../local/helper-descriptors.ts";
import type { LaunchLine, NamespaceWay } from "../local/launch-line.ts";
import { bubblewrapLine, type SandboxPlan } from "./bubblewrap-line.ts";
import type { InitShell } from "./lean-init.ts";
import type { ProcessBudget } from "./process-budget.ts";
import { MISPLACED, mountCheck } from "./mount-check.ts";
import { limitScript, type SandboxLimits } from "./sandbox-limits.ts";

/** What every sandbox of a shell is made with. */
export interface SandboxMeans {
  readonly bubblewrap: string;
  /** What the kernel may be asked for. */
  readonly filter: Uint8Array;
  readonly init: InitShell;
  readonly limits: SandboxLimits;
  readonly budget: ProcessBudget | undefined;
  /** Descriptors of this process that every child would get. */
  readonly leaks: readonly number[];
}

/** Joins the group whose processes are counted, then closes the door behind it. */
const JOIN = "echo 0 >&7\nexec 7>&-\n";

/** The way of a command into a sandbox of its own. */
export function sandboxWay(means: SandboxMeans, plan: SandboxPlan): NamespaceWay {
  const { init, limits, budget } = means;
  const parts = [
    budget === undefined ? "" : JOIN,
    plan.isAlone ? "" : mountCheck(plan),
    limitScript(limits, init),
    init.script,
  ];
  return {
    init: [...init.program, parts.join("")],
    enter: (inner) => {
      const line = bubblewrapLine(means.bubblewrap, plan, means.filter, inner);
      const given = [...(line.given ?? []), ...(budget === undefined ? [] : [budget.open()])];
      return { ...line, given: withCovered(given, means.leaks) };
    },
    begun: offerToTheReaper,
    explain: (said) => sandboxFault(said.trim()),
  };
}

/** Whoever started this process may have left it a door to somewhere; to a command it leads nowhere. */
function withCovered(given: NonNullable<LaunchLine["given"]>, leaks: readonly number[]) {
  const covered = [...given];
  for (const leak of leaks) {
    const at = leak - FIRST_GIVEN;
    if (at >= given.length) covered[at] = openSync("/dev/null", "r");
  }
  return covered;
}

/** When memory runs out, the kernel is to take it from a command and not from whoever started it. */
function offerToTheReaper(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // It has ended already, which is told elsewhere.
  }
}

function sandboxFault(said: string): Fault {
  if (said.includes("Argument list too long")) {
    return new Fault("tool_error", "The command could not be started: it is too long.", {
      hint: "Put it into a script file and run that.",
    });
  }
  if (said.includes(MISPLACED)) {
    return new Fault("unavailable", `The command could not be started: ${said}.`, {
      hint: "Something that still runs is moving folders about. End it, or try again.",
    });
  }
  const why = said === "" ? "it ended without a word" : said.replaceAll("\n", "; ");
  return new Fault(
    "unavailable",
    `The command could not be started: its sandbox could not be set up (${why}).`,
    {
      hint: "Check that its working directory lies in the workspace.",
    },
  );
}
