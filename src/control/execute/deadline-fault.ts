import { Fault } from "../../kernel/index.ts";
import type { CallFacts } from "./policy.ts";

/** Why the signal of a run aborts when its time is up. */
export class DeadlineFault extends Fault {
  override readonly name: string = "DeadlineFault";
  /** Whose time it was. */
  readonly tool: string;

  constructor({ tool, timeoutMs = 0, isRead }: CallFacts) {
    super("timeout", `${tool} did not end within ${timeoutMs / 1_000} s and was stopped.`, {
      hint: isRead
        ? "Ask for less at once, or give it more time."
        : "Part of it may have happened: look before you repeat it.",
    });
    this.tool = tool;
  }
}
