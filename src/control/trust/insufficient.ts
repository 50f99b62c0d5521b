import type { ToolRecord, TrustLevel } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";

/** The refusal of a tool that takes more trust than there is. */
export function insufficient(
  current: TrustLevel,
  required: TrustLevel,
  { name, path }: Pick<ToolRecord, "name" | "path">,
): Decision {
  return {
    verdict: "deny",
    code: "denied_trust",
    reason: `Trust level ${current} insufficient for ${path}`,
    hint: `${name} needs ${required}; a person can open the session with --trust ${required}.`,
  };
}
