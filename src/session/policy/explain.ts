import type { CommandVerdict, Containment, ExplainedPart, PathOp } from "../../control/index.ts";
import type { DefinedTool, Touch, TrustLevel } from "../../kernel/index.ts";
import { findNativeTool } from "../../tools/index.ts";
import { judgePlaces } from "./judge-places.ts";
import type { JudgedCall, PolicyJudge } from "./open-judge.ts";
import type { RowVerdict } from "./row-answer.ts";

/** What a session would do about it, at its own level. */
export interface Consequence {
  readonly trust: TrustLevel;
  /** For commands: what would hold it back. */
  readonly containment?: Containment;
  readonly outcome: "allow" | "ask" | "deny";
  /** Why it is asked about or refused, or what the audit trail would say. */
  readonly note?: string;
  /** The standing rule that answers the question. */
  readonly byRule?: string;
}

/** A verdict of the policy itself, and what comes of it. */
export interface Explanation extends RowVerdict {
  readonly part?: string;
  /** The verdict on each command in a command line. */
  readonly parts?: readonly ExplainedPart[];
  /** Where a path really leads. */
  readonly real?: string | undefined;
  readonly consequence: Consequence;
}

/** What is thought of a command and of everything it runs. */
export async function explainCommand(command: string, judge: PolicyJudge): Promise<Explanation> {
  const { verdict, rule, reason, part }: CommandVerdict = await judge.judgeCommand(command);
  const parts = await judge.explainCommand(command);
  const judged = await judge.judge(await tool("bash"), [{ kind: "command", command, op: "run" }]);
  const containment = await judge.containment();
  return {
    verdict,
    rule,
    reason,
    ...(part === undefined ? {} : { part }),
    parts,
    consequence: { ...consequenceOf(judged, judge.trust), containment },
  };
}

const URL_VERDICTS = { allow: "allow", confirm: "ask", block: "deny" } as const;

/** What is thought of a URL, by its text alone: names are looked up, and their answers checked, when it is fetched. */
export async function explainUrl(url: string, judge: PolicyJudge): Promise<Explanation> {
  const { verdict, rule, reason } = judge.judgeUrl(url);
  const judged = await judge.judge(await tool("webfetch"), [{ kind: "url", url, op: "fetch" }]);
  return {
    verdict: URL_VERDICTS[verdict],
    rule: `url.${rule}`,
    reason,
    consequence: consequenceOf(judged, judge.trust),
  };
}

/** What is thought of doing something to a path of this machine, wherever links lead. */
export async function explainPath(path: string, op: PathOp, judge: PolicyJudge): Promise<Explanation> {
  const touch: Touch = { kind: "path", path, op };
  const judged = await judge.judge(await tool(TOOLS[op]), [touch]);
  const [examined] = judged.touches;
  return {
    ...(judgePlaces(judged.touches, judge.ground) ?? HARMLESS),
    ...(examined?.kind === "path" ? { real: examined.real } : {}),
    consequence: consequenceOf(judged, judge.trust),
  };
}

/** The tool that does it. */
const TOOLS: Readonly<Record<PathOp, string>> = {
  read: "read",
  list: "ls",
  write: "write",
  create: "write",
  delete: "patch",
};

const HARMLESS: RowVerdict = { verdict: "allow", rule: "harmless", reason: "nothing speaks against it" };

async function tool(name: string): Promise<DefinedTool> {
  const row = findNativeTool(name);
  if (row === undefined) throw new Error(`there is no native tool ${name}`);
  return row.load();
}

function consequenceOf({ decision, byRule }: JudgedCall, trust: TrustLevel): Consequence {
  if (byRule !== undefined) return { trust, outcome: "allow", byRule };
  const note = decision.verdict === "allow" ? decision.mark : decision.reason;
  return { trust, outcome: decision.verdict, ...(note === undefined ? {} : { note }) };
}
