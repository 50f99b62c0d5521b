/** Ends the judging of a command that multiplies places without end; the policy takes that for a refusal. */
export function refuseTooMany(count: number): void {
  if (count > MOST) throw new RangeError("The command names too many places to be looked at.");
}

const MOST = 20_000;
