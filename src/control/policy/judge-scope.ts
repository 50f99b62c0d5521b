import type { ToolRecord } from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";

/** One limit on which tools a session may call: a role pack, an allow-list, a profile. */
export interface ToolScope {
  /** What it is, for people: `the profile "survey"`. */
  readonly what: string;
  readonly names: ReadonlySet<string>;
}

/** Lets through only what every scope holds; checked for each call, whatever was listed before. */
export function judgeScope({ name }: Pick<ToolRecord, "name">, scopes: readonly ToolScope[]): Decision {
  const missing = scopes.find(({ names }) => !names.has(name));
  if (missing === undefined) return ALLOW;
  const inAll = [...missing.names].filter((other) => scopes.every(({ names }) => names.has(other)));
  return {
    verdict: "deny",
    code: "denied_scope",
    reason: `${name} is not in ${missing.what}.`,
    hint: inAll.length === 0 ? "No tool is in scope." : `In scope: ${inAll.slice(0, MOST_NAMED).join(", ")}.`,
  };
}

const MOST_NAMED = 30;
