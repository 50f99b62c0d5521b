import { describe, expect, it } from "vitest";
import { defineTool, textResult } from "../../kernel/index.ts";
import { closedNet } from "./closed-net.ts";
import { createFixedBackend } from "./fixed-backend.ts";
import { makeContext } from "./make-context.ts";
import { manualClock } from "./manual-clock.ts";
import { createMemoryCapabilities } from "./memory-capabilities.ts";
import { createMemoryFleet } from "./memory-fleet.ts";
import { createMemoryNet } from "./memory-net.ts";
import { noCaller } from "./no-caller.ts";
import { scriptedAsker } from "./scripted-asker.ts";
import { createMemoryState } from "./session-state.ts";

const never = new AbortController().signal;

describe("the seams in memory", () => {
  it("a memory net answers prepared addresses and refuses all others", async () => {
    const net = createMemoryNet({
      "https://a.test/": "page",
      "https://a.test/moved": { status: 301, headers: { location: "/" } },
    });
    expect(await bodyOf(net.request({ url: "https://a.test/" }))).toBe("page");
    expect(await net.request({ url: "https://a.test/moved" })).toMatchObject({
      status: 301,
      headers: { location: "/" },
    });
    await expect(net.request({ url: "https://b.test/" })).rejects.toMatchObject({ code: "denied_policy" });
    await expect(net.request({ url: "toString" })).rejects.toMatchObject({ code: "denied_policy" });
    const reason = new Error("taken back");
    const cancel = AbortSignal.abort(reason);
    await expect(net.request({ url: "https://a.test/", cancel })).rejects.toBe(reason);
  });

  it("a closed net and a missing caller say that they are unavailable, and what would work", async () => {
    const refusal = { code: "unavailable", hint: expect.any(String) };
    await expect(closedNet.request({ url: "https://a.test/" })).rejects.toMatchObject(refusal);
    await expect(noCaller.call("read", {}, never)).rejects.toMatchObject(refusal);
  });

  it("a scripted asker answers in order and is unavailable afterwards", async () => {
    const asker = scriptedAsker(["yes", "no"]);
    const ask = () => asker.ask({ text: "?" }, never);
    expect([await ask(), await ask(), await ask()]).toEqual([
      { kind: "answered", text: "yes" },
      { kind: "answered", text: "no" },
      { kind: "unavailable" },
    ]);
  });

  it("a manual clock moves only when told", () => {
    const clock = manualClock(100);
    expect([clock.now(), clock.monotonic()]).toEqual([100, 0]);
    clock.advance(5);
    expect([clock.now(), clock.monotonic()]).toEqual([105, 5]);
  });

  it("a manual clock rings what is due, in order of time, and nothing that was taken back", () => {
    const clock = manualClock();
    const rung: string[] = [];
    const ring = (name: string) => () => void rung.push(`${name} at ${clock.monotonic()}`);
    clock.after(20, ring("late"));
    clock.after(10, () => {
      ring("early")();
      clock.after(5, ring("set while ringing"));
    });
    clock.after(10, ring("never"))();
    clock.advance(9);
    expect(rung).toEqual([]);
    clock.advance(100);
    expect(rung).toEqual(["early at 10", "set while ringing at 15", "late at 20"]);
    expect(clock.monotonic()).toBe(109);
  });

  it("memory capabilities are found by name and by node path", () => {
    const tool = defineTool({
      name: "t",
      path: "world.tools.file.t",
      parameters: { type: "object" },
      run: () => textResult(""),
    });
    const source = createMemoryCapabilities([tool]);
    expect(source.resolve("t")).toBe(tool);
    expect(source.resolve("world.tools.file.t")).toBe(tool);
    expect(source.resolve("nope")).toBeUndefined();
    expect(source.names()).toEqual(["t"]);
  });

  it("a memory fleet is live where it says so", () => {
    const fleet = createMemoryFleet([
      { id: "a", state: "live" },
      { id: "b", state: "down" },
    ]);
    expect(["a", "b", "c"].map((id) => fleet.isLive(id))).toEqual([true, false, false]);
    expect(fleet.servers()).toHaveLength(2);
  });

  it("a fixed backend serves every level", () => {
    const backend = makeContext();
    expect(createFixedBackend(backend).backendFor("L0")).toBe(backend);
  });

  it("a session remembers what it saw of a file, the newest first and not without end", () => {
    const { seen } = createMemoryState();
    for (let at = 1; at <= 20; at += 1) seen.record({ path: "/a", identity: `id:${at}`, ranges: [] });
    expect(seen.of("/a")[0]?.identity).toBe("id:20");
    expect(seen.of("/a")).toHaveLength(16);
    expect(seen.of("/b")).toEqual([]);
  });
});

async function bodyOf(answer: Promise<{ readonly body: AsyncIterable<Uint8Array> }>): Promise<string> {
  const { body } = await answer;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
