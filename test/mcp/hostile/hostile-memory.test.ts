import { describe, expect, it } from "vitest";
import { besideNeighbour, hostile } from "./beside-neighbour.ts";
import { openHostileWeb } from "./open-hostile-web.ts";
import { webRow } from "../open-test-fleet.ts";

const MB = 1024 * 1024;

describe("a server that sends more than anybody could hold", () => {
  it.each([
    ["long-line 100000000", /^unavailable$/],
    ["endless-line", /^unavailable$/],
    ["huge-result 500000000", /^unavailable$/],
    ["huge-result 8000000", /^answers /],
    ["flood stderr", /^works$/],
  ])("%s costs bounded memory and hurts nobody", async (words, expected) => {
    const { peak, value } = await withPeak(() =>
      besideNeighbour([hostile(words, { callTimeoutMs: 20_000 })]),
    );
    expect(value[words]).toMatch(expected);
    expect(peak).toBeLessThan(150 * MB);
  });

  it.each([
    ["endless-body", "tools/call"],
    ["endless-event", "tools/call"],
    ["endless-error", "tools/call"],
    ["bomb", "tools/call"],
    ["endless-body", "initialize"],
    ["bomb", "initialize"],
  ])("%s over HTTP, at %s, costs bounded memory and hurts nobody", async (behaviour, moment) => {
    const web = await openHostileWeb();
    try {
      const row = webRow("web", web.url(behaviour, moment), { callTimeoutMs: 20_000 });
      const { peak, value } = await withPeak(() =>
        besideNeighbour([row], undefined, { maxAnswerBytes: 8 * MB }),
      );
      expect(value["web"]).toMatch(
        moment === "tools/call" ? /^(tool_error|unavailable)$/ : /^no connection: unavailable$/,
      );
      expect(peak).toBeLessThan(150 * MB);
    } finally {
      await web.close();
    }
  });
});

/** Does work, and tells by how much the process grew at most. */
async function withPeak<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly peak: number }> {
  const before = process.memoryUsage.rss();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  try {
    const value = await work();
    return { value, peak: most - before };
  } finally {
    clearInterval(looking);
  }
}
