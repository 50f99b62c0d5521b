import { describe, expect, it } from "vitest";
import { createEvents, type DeckhandEvent } from "./events.ts";

function eventOf(type: string, payload: Readonly<Record<string, unknown>> = {}): DeckhandEvent {
  return { type, source: "world.tools.file.read", at: 1, payload };
}

describe("the bus", () => {
  it.each([
    ["tool.", ["tool.invoked", "tool.failed"]],
    ["tool.failed", ["tool.failed"]],
    ["", ["tool.invoked", "tool.failed", "mcp.attached"]],
    ["tools.", []],
  ])("R257: the prefix %j takes %j", async (prefix, expected) => {
    const events = createEvents();
    const seen: string[] = [];
    events.subscribe(prefix, ({ type }) => seen.push(type));
    for (const type of ["tool.invoked", "tool.failed", "mcp.attached"]) events.emit(eventOf(type));
    await events.settled();
    expect(seen).toEqual(expected);
  });

  it("R261: whatever happens elsewhere travels on the same bus, in order", async () => {
    const events = createEvents();
    const seen: unknown[] = [];
    events.subscribe("", ({ type, payload }) => seen.push([type, payload["n"]]));
    events.emit(eventOf("tool.invoked", { n: 1 }));
    events.emit(eventOf("approval.answered", { n: 2 }));
    events.emit(eventOf("tool.completed", { n: 3 }));
    await events.settled();
    expect(seen).toEqual([
      ["tool.invoked", 1],
      ["approval.answered", 2],
      ["tool.completed", 3],
    ]);
  });

  it("R260: a listener that throws or rejects harms neither who emits nor who else listens", async () => {
    const events = createEvents();
    const seen: string[] = [];
    events.subscribe("", () => {
      throw new Error("at once");
    });
    events.subscribe("", async () => {
      await Promise.resolve();
      throw new Error("later");
    });
    events.subscribe("", ({ type }) => seen.push(type));
    events.emit(eventOf("tool.invoked"));
    events.emit(eventOf("tool.completed"));
    await events.settled();
    expect(seen).toEqual(["tool.invoked", "tool.completed"]);
  });

  it("R260: whoever emits has gone on before a slow listener begins", async () => {
    const events = createEvents();
    const order: string[] = [];
    events.subscribe("", () => order.push("listener"));
    events.emit(eventOf("tool.completed"));
    await Promise.resolve();
    order.push("caller");
    await events.settled();
    expect(order).toEqual(["caller", "listener"]);
  });

  it("tells nobody who has unsubscribed, even of what was on its way", async () => {
    const events = createEvents();
    const seen: string[] = [];
    const stop = events.subscribe("", ({ type }) => seen.push(type));
    events.emit(eventOf("tool.invoked"));
    stop();
    stop();
    events.emit(eventOf("tool.completed"));
    await events.settled();
    expect(seen).toEqual([]);
  });

  it("lets a listener subscribe, unsubscribe and emit while it is told", async () => {
    const events = createEvents();
    const seen: string[] = [];
    const stop = events.subscribe("tool.", ({ type }) => {
      stop();
      seen.push(type);
      events.subscribe("echo", (event) => seen.push(event.type));
      events.emit(eventOf("echo"));
    });
    events.emit(eventOf("tool.invoked"));
    events.emit(eventOf("tool.completed"));
    await events.settled();
    await events.settled();
    expect(seen).toEqual(["tool.invoked", "echo"]);
  });

  it("gives no listener a way to change what the others are told", async () => {
    const events = createEvents();
    const seen: unknown[] = [];
    events.subscribe("", (event) => {
      (event.payload as Record<string, unknown>)["n"] = 2;
    });
    events.subscribe("", ({ payload }) => seen.push(payload["n"]));
    events.emit(eventOf("tool.invoked", { n: 1 }));
    await events.settled();
    expect(seen).toEqual([1]);
  });
});
