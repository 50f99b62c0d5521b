import type { TrustLevel } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";

/** For what a person should know about: refused below L2, asked at L2, allowed and marked at L3. */
export function askedAtL2(current: TrustLevel, reason: string): Decision {
  switch (current) {
    case "L3":
      return { verdict: "allow", mark: reason };
    case "L2":
      return { verdict: "ask", reason };
    case "L1":
    case "L0":
      return {
        verdict: "deny",
        code: "denied_trust",
        reason: `${reason} That is refused at trust level ${current}.`,
        hint: "At L2 a person is asked about it.",
      };
  }
}
