import { Fault } from "./fault.ts";

/** A compare-and-swap write found other content than it expected; nothing was changed. */
export class StaleFileFault extends Fault {
  override readonly name: string = "StaleFileFault";
  readonly path: string;

  constructor(path: string) {
    super("tool_error", `${path} changed while it was being edited; nothing was written.`, {
      hint: "Read it again and repeat the call.",
    });
    this.path = path;
  }
}
