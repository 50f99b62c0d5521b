import type { Net } from "../../kernel/index.ts";

/** The same net, which no longer asks about URLs that a person has let through; what is blocked stays blocked. */
export function approvedNet(net: Net, urls: readonly string[]): Net {
  if (urls.length === 0) return net;
  return {
    ...net,
    judge: (url) => {
      const judged = net.judge(url);
      return judged.verdict === "confirm" && urls.includes(url) ? { ...judged, verdict: "allow" } : judged;
    },
  };
}
