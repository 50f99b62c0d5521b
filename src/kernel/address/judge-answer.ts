import { judgeAddress } from "./judge-address.ts";
import type { UrlObjection, WebTarget } from "./judge-url.ts";

/** What speaks against connecting to any of the addresses a name was answered with; one bad one is enough. */
export function judgeAnswer(
  { host, isOpened }: Pick<WebTarget, "host" | "isOpened">,
  addresses: readonly string[],
): UrlObjection | undefined {
  if (addresses.length === 0) return { rule: "no-answer", reason: `nobody knows an address of ${host}` };
  for (const address of addresses) {
    const judged = judgeAddress(address);
    if (judged.verdict === "allow") continue;
    // An opened name may lead to a private address, never to where a cloud hands out credentials.
    if (isOpened && judged.rule !== "platform-endpoint") continue;
    return { rule: judged.rule, reason: `${host} leads to ${address}, and ${judged.reason}` };
  }
  return undefined;
}
