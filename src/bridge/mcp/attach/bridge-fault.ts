import { Fault } from "../../../kernel/index.ts";

/** What went wrong while servers were attached; the deck's faults of this kind look the same. */
export class BridgeFault extends Fault {
  override readonly name: string = "BridgeFault";
  readonly kind = "bridge";

  constructor(message: string, cause?: unknown) {
    super("unavailable", message, { cause });
  }
}
