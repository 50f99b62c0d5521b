import { Fault } from "../kernel/index.ts";
import type { LedgerRow } from "../ledger/index.ts";

/** Refuses rows that do not follow one another from a place on, or are more than one line each. */
export function refuseGaps(rows: readonly LedgerRow[], first: number): void {
  const isInPlace = ({ seq, line }: LedgerRow, index: number) =>
    seq === first + index && !/[\n\0]/.test(line);
  if (Number.isSafeInteger(first) && first > 0 && rows.every(isInPlace)) return;
  throw new Fault("invalid_input", `These rows cannot be appended to the ledger from place ${first} on.`, {
    hint: "Number them one after another from the expected place, one line of JSON each.",
  });
}
