import type { TrustLevel } from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";
import { askedAtL2 } from "./asked-at-l2.ts";
import type { ExaminedTouch } from "./examine-touches.ts";
import { strictest } from "./strictest.ts";
import { quoted } from "./visible.ts";

/** Judges the URLs of a call by what the net thinks of them. */
export function judgeUrls(current: TrustLevel, touches: readonly ExaminedTouch[]): Decision {
  return strictest(touches.map((touch) => (touch.kind === "url" ? judgeUrl(current, touch) : ALLOW)));
}

function judgeUrl(
  current: TrustLevel,
  { url, verdict }: Extract<ExaminedTouch, { readonly kind: "url" }>,
): Decision {
  switch (verdict.verdict) {
    case "allow":
      return ALLOW;
    case "confirm":
      return askedAtL2(current, `It fetches ${quoted(url)}: ${verdict.reason}.`);
    case "block":
      return {
        verdict: "deny",
        code: "denied_policy",
        reason: `${quoted(url)} is not fetched: ${verdict.reason}.`,
      };
  }
}
