import { z } from "zod";
import {
  judgeAnswer,
  judgeRedirect,
  judgeUrl,
  type UrlObjection,
  type WebTarget,
} from "../../kernel/index.ts";
import type { RowVerdict } from "./row-answer.ts";

const addresses = z.array(z.string());

/** A row of a batch that is about a URL; everything a name service and a server would answer stands in it. */
export const urlRow = z.object({
  id: z.string(),
  url: z.string(),
  resolve: z.record(z.string(), addresses).optional(),
  resolveSeq: z.record(z.string(), z.array(addresses)).optional(),
  redirects: z.array(z.string()).optional(),
  allowHosts: z.array(z.string()).optional(),
});

type UrlRow = z.infer<typeof urlRow>;

/** Judges a whole chain of redirects as webfetch would follow it; nothing is looked up and nothing is sent. */
export function judgeUrlRow(row: UrlRow): RowVerdict {
  const policy = { allowHosts: row.allowHosts };
  const lookUp = nameServiceOf(row);
  let asked = row.url;
  let doubt: UrlObjection | undefined;
  for (let followed = 0; ; followed += 1) {
    const judged = judgeUrl(asked, policy);
    if (judged.verdict === "block") return verdict("deny", judged);
    if (judged.verdict === "confirm") doubt ??= judged;
    const bad = badAnswer(judged.target, lookUp);
    if (bad !== undefined) return verdict("deny", bad);
    const location = row.redirects?.[followed];
    if (location === undefined) return doubt === undefined ? verdict("allow", judged) : verdict("ask", doubt);
    const { href } = judged.target.url;
    const step = judgeRedirect({ asked: href, sent: href, location, followed }, (to) => judgeUrl(to, policy));
    if (step.kind === "refuse") return verdict("deny", step);
    if (step.kind === "hand-back") return handedBack(step.url, lookUp, policy);
    asked = step.url;
  }
}

type LookUp = (name: string) => readonly string[];

/** Each look-up gets the next answer of a sequence, and after the last the last again. */
function nameServiceOf({ resolve = {}, resolveSeq = {} }: UrlRow): LookUp {
  const asked = new Map<string, number>();
  return (name) => {
    const sequence = Object.hasOwn(resolveSeq, name) ? resolveSeq[name] : undefined;
    if (sequence === undefined) return Object.hasOwn(resolve, name) ? (resolve[name] ?? []) : [];
    const at = asked.get(name) ?? 0;
    asked.set(name, at + 1);
    return sequence[Math.min(at, sequence.length - 1)] ?? [];
  };
}

function badAnswer(target: WebTarget, lookUp: LookUp): UrlObjection | undefined {
  return target.isLiteral ? undefined : judgeAnswer(target, lookUp(target.host));
}

/** Another host is for the caller to decide about, unless it could not be fetched from anyway. */
function handedBack(url: string, lookUp: LookUp, policy: Parameters<typeof judgeUrl>[1]): RowVerdict {
  const judged = judgeUrl(url, policy);
  if (judged.verdict === "block") return verdict("deny", judged);
  const bad = badAnswer(judged.target, lookUp);
  if (bad !== undefined) return verdict("deny", bad);
  const reason = `it redirects to another host, ${judged.target.host}, which is handed back to the caller`;
  return { verdict: "ask", rule: "url.other-host", reason };
}

function verdict(of: RowVerdict["verdict"], { rule, reason }: UrlObjection): RowVerdict {
  return { verdict: of, rule: `url.${rule}`, reason };
}
