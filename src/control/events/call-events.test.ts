import { describe, expect, it } from "vitest";
import { announceCall, type AnnouncedCall, type AnnouncedEnd } from "./call-events.ts";
import { createEvents, type DeckhandEvent } from "./events.ts";

const CALL: AnnouncedCall = {
  session: "s",
  trace: "t1",
  path: "world.tools.file.read",
  trust: "L2",
  input: '{"path":"a.txt"}',
};
const COMPLETED: AnnouncedEnd = { type: "tool.completed", result: "text", durationMs: 3 };

async function told(
  deed: (end: (end: AnnouncedEnd) => void) => void,
  call: AnnouncedCall = CALL,
): Promise<DeckhandEvent[]> {
  const events = createEvents();
  const seen: DeckhandEvent[] = [];
  events.subscribe("", (event) => seen.push(event));
  deed(announceCall(events, call, () => 7));
  await events.settled();
  return seen;
}

describe("the events of a call", () => {
  it("R252, R258: say which tool was called with what, under which trust, and what came of it", async () => {
    const [invoked, completed] = await told((end) => end(COMPLETED));
    expect(invoked).toEqual({
      type: "tool.invoked",
      source: "world.tools.file.read",
      at: 7,
      payload: {
        tool_path: "file.read",
        session: "s",
        trace: "t1",
        trust_level: "SUGGESTION",
        input: '{"path":"a.txt"}',
      },
    });
    expect(completed?.source).toBe("world.tools.file.read");
    expect(completed?.payload).toMatchObject({ tool_path: "file.read", result: "text", duration_ms: 3 });
  });

  it.each(["tool.completed", "tool.failed", "tool.trust_denied"] as const)(
    "R257, R259: %s follows tool.invoked, once, whatever is said after it",
    async (type) => {
      const seen = await told((end) => {
        end({ ...COMPLETED, type });
        end({ ...COMPLETED, type: "tool.failed" });
        end(COMPLETED);
      });
      expect(seen.map((event) => event.type)).toEqual(["tool.invoked", type]);
    },
  );

  it.each([
    ["L0", "READ_ONLY"],
    ["L1", "BOUNDED"],
    ["L2", "SUGGESTION"],
    ["L3", "AUTONOMOUS"],
  ] as const)("R258: spell %s as %s", async (trust, name) => {
    const [invoked] = await told(() => undefined, { ...CALL, trust });
    expect(invoked?.payload["trust_level"]).toBe(name);
  });

  it("say which call made this one, and why it failed", async () => {
    const seen = await told((end) => end({ ...COMPLETED, type: "tool.failed", error: "timeout" }), {
      ...CALL,
      parent: "t0",
    });
    expect(seen.map(({ payload }) => payload["parent"])).toEqual(["t0", "t0"]);
    expect(seen[1]?.payload["error"]).toBe("timeout");
  });
});
