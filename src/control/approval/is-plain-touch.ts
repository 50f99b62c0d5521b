import { type ExaminedTouch, namesOf } from "../policy/examine-touches.ts";
import { isWithin } from "../policy/is-within.ts";
import { sensitiveReason } from "../policy/sensitive-reason.ts";

/** Tells whether nothing speaks for asking about a touch by name; only such touches are covered by a wide clause. */
export function isPlainTouch(touch: ExaminedTouch, roots: readonly string[]): boolean {
  switch (touch.kind) {
    case "command":
    case "url":
      return touch.verdict.verdict === "allow";
    case "path": {
      const { op, real } = touch;
      const isInside = real !== undefined && roots.some((root) => isWithin(real, root));
      const kind = op === "read" ? "read" : "write";
      return isInside && namesOf(touch).every((name) => sensitiveReason(name, kind) === undefined);
    }
  }
}
