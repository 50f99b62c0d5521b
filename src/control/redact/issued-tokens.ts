import type { Detector, SecretSpan } from "./detector.ts";
import { everyMatch } from "./every-match.ts";

/** Finds what issuers hand out under a prefix of their own, and tokens that carry their claims in themselves. */
export const issuedTokens: Detector = {
  name: "issued tokens",
  find(text) {
    const spans: SecretSpan[] = [];
    for (const { index, 0: token } of everyMatch(text, TOKENS)) {
      if (isTitle(token)) continue;
      spans.push({
        start: index,
        end: index + token.length,
        kind: token.startsWith("eyJ") ? "jwt" : "issued-key",
      });
    }
    return spans;
  },
};

/** Each may only begin where a word does, so that a long run of its characters is read once. */
const TOKENS = new RegExp(
  `(?<![\\w-])(?:${[
    "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    "gh[oprsu]_[A-Za-z0-9]{20,}",
    "github_pat_\\w{20,}",
    "gl(?:pat|ptt|rt|dt|agent|cbt|oas)-[\\w-]{16,}",
    "npm_[A-Za-z0-9]{30,}",
    "pypi-[\\w-]{50,}",
    "sk-[\\w-]{20,}",
    "[rs]k_(?:live|test)_[A-Za-z0-9]{10,}",
    "whsec_[A-Za-z0-9+/=]{16,}",
    "xox[abeoprs]-[\\w-]{10,}",
    "xapp-[\\w-]{16,}",
    "AIza[\\w-]{30,}",
    "ya29\\.[\\w-]{20,}",
    "hf_[A-Za-z0-9]{20,}",
    "SG\\.[\\w-]{16,}\\.[\\w-]{16,}",
    "do[opr]_v1_[a-f0-9]{40,}",
    "services/T[A-Z0-9]{7,}/B[A-Z0-9]{7,}/[A-Za-z0-9]{16,}",
    "eyJ[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*)?",
  ].join("|")})`,
  "g",
);

/** The words of a title, `sk-hynix-builds-a-new-factory`, have no long part with digits. */
function isTitle(token: string): boolean {
  return token.startsWith("sk-") && !token.split("-").some((part) => part.length >= 12 && /\d/.test(part));
}
