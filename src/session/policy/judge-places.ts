import { protectedOnDisk } from "../../backends/index.ts";
import { type ExaminedTouch, findingsOn, type Ground } from "../../control/index.ts";
import type { RowVerdict } from "./row-answer.ts";

/** What the policy itself says of the paths of a call, at the level where it asks; nothing where it lets them be. */
export function judgePlaces(touches: readonly ExaminedTouch[], ground: Ground): RowVerdict | undefined {
  const objections = touches.flatMap((touch) =>
    touch.kind === "path" ? findingsOn("L2", touch, { ground, isProtected: protectedOnDisk }) : [],
  );
  const verdicts = objections.flatMap(({ rule, decision }) =>
    decision.verdict === "allow" ? [] : [{ verdict: decision.verdict, rule, reason: decision.reason }],
  );
  return verdicts.find(({ verdict }) => verdict === "deny") ?? verdicts[0];
}
