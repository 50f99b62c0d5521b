import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DeckhandEvent } from "../../src/control/index.ts";
import { defineTool, textResult } from "../../src/kernel/index.ts";
import { type FaultGround, faultGround, make, promised, read, write } from "./fault-ground.ts";

let ground: FaultGround;

beforeEach(async () => {
  ground = await faultGround();
});

afterEach(() => ground.close());

describe("two hundred calls at once", () => {
  it("are all recorded, end once each, and lose no write", async () => {
    const session = ground.open({}, { name: "busy" });
    const events: DeckhandEvent[] = [];
    session.subscribe("tool.", (event) => events.push(event));
    const calls = Array.from({ length: 200 }, (_, at) => {
      if (at % 4 === 0) return write(session, `${at}.txt`, `${at}\n`);
      if (at % 4 === 1) return read(session);
      return at % 4 === 2 ? make(session, "ls", {}) : read(session, `missing-${at}.txt`);
    });
    const outcomes = await Promise.all(calls);
    expect(outcomes.map(({ isError }) => isError)).toEqual(outcomes.map((_, at) => at % 4 === 3));
    await session.close();

    const ids = outcomes.map(({ trace }) => trace ?? "");
    expect(new Set(ids).size).toBe(200);
    const { verdict, audit, traces } = await ground.remembered();
    expect(verdict).toEqual({ ok: true, records: 250 });
    expect(traces.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const closing = audit.filter(({ kind }) => kind !== "intent").map(({ trace }) => trace);
    expect(closing.toSorted()).toEqual(ids.toSorted());
    const ends = events
      .filter(({ type }) => type !== "tool.invoked")
      .map(({ payload }) => String(payload["trace"]));
    expect(ends.toSorted()).toEqual(ids.toSorted());
    const files = await ground.files();
    for (let at = 0; at < 200; at += 4) expect(files[`${at}.txt`]).toBe(`${at}\n`);
  });

  it("to one file in one session lose none of its lines", async () => {
    const session = ground.open();
    await writeFile(join(ground.folder, "list.txt"), lines("todo"));
    await read(session, "list.txt");
    const edits = Array.from({ length: COUNT }, (_, at) =>
      make(session, "edit", { path: "list.txt", oldText: `todo ${at};`, newText: `done ${at};` }),
    );
    const outcomes = await Promise.all(edits);
    expect(outcomes.filter(({ isError }) => isError)).toEqual([]);
    expect(await readFile(join(ground.folder, "list.txt"), "utf8")).toBe(lines("done"));
  });
});

describe("two sessions that race on one file", () => {
  it("let exactly one win, and the other is told to read it again", async () => {
    for (let round = 0; round < 10; round += 1) {
      await writeFile(join(ground.folder, "race.txt"), "start\n");
      const racers = [ground.open({}, { name: `ana-${round}` }), ground.open({}, { name: `ben-${round}` })];
      await Promise.all(racers.map((session) => read(session, "race.txt")));
      const outcomes = await Promise.all(
        racers.map((session, at) => write(session, "race.txt", `racer ${at}\n`)),
      );
      const [lost, ...others] = outcomes.filter(({ isError }) => isError);
      expect(others).toEqual([]);
      expect(lost).toMatchObject({ error: { message: expect.stringMatching(/changed|read/i) } });
      expect(JSON.stringify(lost)).toMatch(/read (it|the file|race\\.txt)|re-?read/i);
      const winner = outcomes.findIndex(({ isError }) => !isError);
      expect(await readFile(join(ground.folder, "race.txt"), "utf8")).toBe(`racer ${winner}\n`);
      const loser = racers[1 - winner];
      if (loser === undefined) throw new Error("nobody lost");
      await read(loser, "race.txt");
      expect(await write(loser, "race.txt", "again\n")).toMatchObject({ isError: false });
      await Promise.all(racers.map((session) => session.close()));
    }
    expect((await ground.remembered()).verdict).toMatchObject({ ok: true });
  });

  it("for a file that is not there yet let exactly one make it", async () => {
    const racers = [ground.open(), ground.open(), ground.open()];
    const outcomes = await Promise.all(
      racers.map((session, at) => write(session, "new.txt", `racer ${at}\n`)),
    );
    expect(outcomes.filter(({ isError }) => !isError)).toHaveLength(1);
    const winner = outcomes.findIndex(({ isError }) => !isError);
    expect(await ground.files()).toMatchObject({ "new.txt": `racer ${winner}\n` });
  });
});

describe("a session that is closed in the middle of a call", () => {
  it("rejects the call as cancelled, and records that it was", async () => {
    const { tool, entered } = waitingTool();
    const session = ground.open({}, { addons: [{ name: "mine", tools: [tool] }] });
    const events: DeckhandEvent[] = [];
    session.subscribe("tool.", (event) => events.push(event));
    const call = make(session, "waits", {});
    call.catch(() => undefined);
    await entered;
    await session.close();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(await write(session, "late.txt")).toMatchObject({ error: { code: "unavailable" } });
    const { verdict, audit, traces } = await ground.remembered();
    expect(verdict).toMatchObject({ ok: true });
    expect(traces).toMatchObject([{ tool: "waits", success: false, error: { code: "cancelled" } }]);
    expect(audit.at(-1)).toMatchObject({ kind: "failed", trace: traces[0]?.id });
    expect(events.map(({ type }) => type)).toEqual(["tool.invoked", "tool.failed"]);
    expect(Object.keys(await ground.files())).toEqual(["a.txt"]);
  });

  it("leaves every file whole, and a record for each that was changed", async () => {
    const session = ground.open();
    await read(session);
    const calls = Array.from({ length: 40 }, (_, at) => write(session, `${at}.txt`, "x".repeat(50_000)));
    const ends = Promise.allSettled(calls);
    await calls[3];
    await session.close();
    const results = await ends;
    const files = await ground.files();
    const { verdict, audit, traces } = await ground.remembered();
    expect(verdict).toMatchObject({ ok: true });
    const whole = "x".repeat(50_000);
    expect(Object.values({ ...files, "a.txt": whole }).filter((text) => text !== whole)).toEqual([]);
    const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const reason of reasons) expect(reason).toMatchObject({ code: "cancelled" });
    const told = results.flatMap((result, at) =>
      result.status === "fulfilled" && !result.value.isError ? [`${at}.txt`] : [],
    );
    expect(told.filter((name) => !(name in files))).toEqual([]);
    const intents = audit.filter(({ kind }) => kind === "intent").length;
    const changed = Object.keys(files).filter((name) => name !== "a.txt").length;
    expect(intents).toBeGreaterThanOrEqual(changed);
    expect(traces).toHaveLength(41);
  });
});

describe("a subscriber", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
    ["rejects", () => Promise.reject(new Error("broken"))],
    ["never ends", () => new Promise(() => undefined)],
  ])("that %s changes nothing for the calls or for others", async (_how, listener) => {
    const session = ground.open();
    const heard: string[] = [];
    session.subscribe("tool.", listener);
    const stop = session.subscribe("tool.completed", ({ type }) => heard.push(type));
    expect(await write(session, "b.txt")).toMatchObject({ isError: false });
    expect(await read(session)).toMatchObject({ isError: false });
    await new Promise(setImmediate);
    expect(heard).toEqual(["tool.completed", "tool.completed"]);
    stop();
    await read(session);
    await session.close();
    expect(heard).toHaveLength(2);
    expect((await ground.remembered()).verdict).toEqual({ ok: true, records: 4 });
  });
});

const COUNT = 40;

function lines(word: string): string {
  return Array.from({ length: COUNT }, (_, at) => `${word} ${at};\n`).join("");
}

/** A tool that runs until it is cancelled. */
function waitingTool() {
  const { promise: entered, tell } = promised<undefined>();
  const tool = defineTool({
    name: "waits",
    parameters: { type: "object" },
    run: async (_input, { cancel }) => {
      tell(undefined);
      await new Promise((_, reject) => {
        cancel.addEventListener("abort", () => reject(cancel.reason as Error), { once: true });
      });
      return textResult("never");
    },
  });
  return { tool, entered };
}
