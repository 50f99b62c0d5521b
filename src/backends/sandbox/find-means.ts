import { randomBytes } from "node:crypto";
import { findLeaks } from "./find-leaks.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";
import { findInitShell } from "./lean-init.ts";
import { createProcessBudget } from "./process-budget.ts";
import type { SandboxLimits } from "./sandbox-limits.ts";
import type { SandboxMeans } from "./sandbox-way.ts";
import { seccompFilter } from "./seccomp-filter.ts";

/** Why this machine cannot have sandboxes. */
export interface NoMeans {
  readonly why: string;
  readonly hint: string;
}

/** Finds what sandboxes are made with on this machine, or says what is missing. */
export function findMeans(writable: readonly string[], limits: SandboxLimits): SandboxMeans | NoMeans {
  if (process.platform !== "linux") {
    return { why: `bubblewrap is for Linux, and this is ${process.platform}`, hint: "See docs/sandbox.md." };
  }
  const filter = seccompFilter();
  if (filter === undefined) {
    return { why: `there is no filter of system calls for ${process.arch}`, hint: "See docs/sandbox.md." };
  }
  const found = findBubblewrap(writable);
  if ("why" in found) return found;
  const id = randomBytes(4).toString("hex");
  return {
    bubblewrap: found.program,
    filter,
    init: findInitShell(),
    limits,
    budget: createProcessBudget(id, limits.processes),
    leaks: findLeaks(),
  };
}
