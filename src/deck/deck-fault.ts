import { Fault, type FaultCode } from "../kernel/index.ts";

/** What can go wrong with a deck. */
export type DeckFaultKind = "unknown_capability" | "build_failed" | "bridge" | "backend";

/** A failure of the deck itself, told apart by `kind`. */
export class DeckFault extends Fault {
  override readonly name: string = "DeckFault";
  readonly kind: DeckFaultKind;

  constructor(
    kind: DeckFaultKind,
    message: string,
    options: { cause?: unknown; hint?: string | undefined } = {},
  ) {
    super(CODES[kind], message, options);
    this.kind = kind;
  }
}

/** Mints a deck fault. */
export function deckFault(kind: DeckFaultKind, message: string, cause?: unknown, hint?: string): DeckFault {
  return new DeckFault(kind, message, { cause, hint });
}

const CODES: Record<DeckFaultKind, FaultCode> = {
  unknown_capability: "unknown_tool",
  build_failed: "unavailable",
  bridge: "unavailable",
  backend: "unavailable",
};
