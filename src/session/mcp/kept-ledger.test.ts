import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BridgeCapability,
  bridgeContentKey,
  type BridgeLedger,
  decodeEntry,
  definitionAsOf,
  encodeEntry,
  type LedgerStore,
  liveCapabilities,
  reduceLedger,
} from "../../ledger/index.ts";
import { createMemoryStore, openSqliteStore } from "../../store/index.ts";
import { createKeptLedger } from "./kept-ledger.ts";

const clock = { now: () => Date.UTC(2026, 0, 31) };

describe("the kept ledger", () => {
  it("R134: what a server lists is enrolled in the ledger of the workspace, and stands there after a restart", async () => {
    const folder = await mkdtemp(join(tmpdir(), "deckhand-ledger-"));
    const file = join(folder, "store.db");
    try {
      const first = await openSqliteStore({ file });
      const ledger = createKeptLedger(async () => first, clock);
      await ledger.follow("a", [tool("a__x"), tool("a__y")]);
      await ledger.follow("b", [tool("b__x")]);
      const before = await ledger.follow("a", [tool("a__y", "otherwise"), tool("a__z")]);
      await first.close();

      const second = await openSqliteStore({ file });
      const after = await createKeptLedger(async () => second, clock).load();
      expect(namesIn(after)).toEqual(["a__y", "b__x", "a__z"]);
      expect(after.snapshot).toEqual(before.snapshot);
      expect(after.log).toEqual(before.log);
      expect(definitionAsOf(after, "a__y", { seq: 3 })?.capability.description).toBe("does things");
      expect(definitionAsOf(after, "a__y", { seq: 5 })?.capability.description).toBe("otherwise");
      await second.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("R134: a listing that is as before leaves no event, and a server that is withdrawn leaves the live set", async () => {
    const store = createMemoryStore();
    const ledger = createKeptLedger(async () => store, clock);
    await ledger.follow("a", [tool("a__x")]);
    await createKeptLedger(async () => store, clock).follow("a", [tool("a__x")]);
    expect(await store.ledgerEntries()).toHaveLength(1);
    await ledger.follow("b", [tool("b__x")]);
    expect(namesIn(await ledger.withdraw("a"))).toEqual(["b__x"]);
    expect(namesIn(await ledger.load())).toEqual(["b__x"]);
    expect(await ledger.withdraw("a")).toBe(await ledger.load());
  });

  it("sees what another session has written, before it says anything of its own", async () => {
    const store = createMemoryStore();
    const [one, other] = [
      createKeptLedger(async () => store, clock),
      createKeptLedger(async () => store, clock),
    ];
    await one.follow("a", [tool("a__x")]);
    expect(namesIn(await other.follow("b", [tool("b__x")]))).toEqual(["a__x", "b__x"]);
    expect(namesIn(await one.load())).toEqual(["a__x", "b__x"]);
  });

  it("follows again when somebody else was first", async () => {
    const store = createMemoryStore();
    const other = createKeptLedger(async () => store, clock);
    let tries = 0;
    const late: LedgerStore = {
      ledgerEntries: (after) => store.ledgerEntries(after),
      appendLedger: async (rows, expected) => {
        tries += 1;
        if (tries === 1) await other.follow("a", [tool("a__x"), tool("a__y")]);
        return store.appendLedger(rows, expected);
      },
    };
    const ledger = createKeptLedger(async () => ({ ...late, close: async () => undefined }), clock);
    expect(namesIn(await ledger.follow("a", [tool("a__y")]))).toEqual(["a__y"]);
    expect(tries).toBe(2);
    expect(await eventsIn(store)).toEqual(["enroll a__x", "enroll a__y", "retire"]);
  });

  it("opens the store again when it could not be opened", async () => {
    const store = createMemoryStore();
    let opens = 0;
    const ledger = createKeptLedger(async () => {
      opens += 1;
      if (opens === 1) throw new Error("locked");
      return store;
    }, clock);
    await expect(ledger.load()).rejects.toThrow("locked");
    expect(namesIn(await ledger.follow("a", [tool("a__x")]))).toEqual(["a__x"]);
  });

  it("is kept in memory by a store that keeps no ledger", async () => {
    const ledger = createKeptLedger(async () => ({ close: async () => undefined }), clock);
    await ledger.follow("a", [tool("a__x")]);
    expect(namesIn(await ledger.load())).toEqual(["a__x"]);
  });
});

describe("a row that is no event", () => {
  it.each([
    ["cut short", () => '{"op":"enroll","key":'],
    ["of another place", () => encodeEntry({ ...anEntry("a__z"), seq: 9 })],
    ["of an unknown kind", () => encodeEntry(anEntry("a__z")).replace('"enroll"', '"adorn"')],
  ])("(%s) is told, costs nothing but itself, and its place stays taken", async (_how, line) => {
    const store = createMemoryStore();
    await createKeptLedger(async () => store, clock).follow("a", [tool("a__x")]);
    expect(await store.appendLedger([{ seq: 2, line: line() }], 2)).toBe(true);

    const ledger = createKeptLedger(async () => store, clock);
    expect(namesIn(await ledger.load())).toEqual(["a__x"]);
    expect(ledger.damaged()).toEqual([{ seq: 2, problem: expect.any(String) }]);
    expect(namesIn(await ledger.follow("a", [tool("a__x"), tool("a__y")]))).toEqual(["a__x", "a__y"]);
    await ledger.follow("a", [tool("a__y")]);
    expect((await store.ledgerEntries()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect((await ledger.load()).log.map(({ seq }) => seq)).toEqual([1, 3, 4]);
    const replayed = createKeptLedger(async () => store, clock);
    expect((await replayed.load()).snapshot).toEqual((await ledger.load()).snapshot);
    expect(ledger.damaged()).toHaveLength(1);
  });
});

describe("sessions that share a ledger", () => {
  const step = fc.record({
    who: fc.nat({ max: 2 }),
    server: fc.constantFrom("a", "b"),
    tools: fc.uniqueArray(fc.constantFrom("x", "y", "z"), { maxLength: 3 }),
    description: fc.constantFrom("one", "two"),
    isAwaited: fc.boolean(),
  });

  it("R134: all come to the same end, which is the fold of every row, however they interleave", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const store = createMemoryStore();
        const ledgers = [0, 1, 2].map(() => createKeptLedger(async () => store, clock));
        const running: Promise<unknown>[] = [];
        for (const { who, server, tools, description, isAwaited } of steps) {
          const listed = tools.map((name) => tool(`${server}__${name}`, description));
          const following = ledgers[who]!.follow(server, listed);
          running.push(following);
          if (isAwaited) await following;
        }
        await Promise.all(running);
        const rows = await store.ledgerEntries();
        expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
        const folded = reduceLedger(rows.map(({ line }) => entryOf(line)));
        for (const ledger of ledgers) {
          const { snapshot } = await ledger.load();
          expect([...snapshot.live]).toEqual([...folded.live]);
          expect(snapshot.highWater).toBe(folded.highWater);
        }
        await expectLastListing(steps.at(-1), ledgers[0]!);
      }),
      { numRuns: 60 },
    );
  });

  it("take in twenty servers at once", async () => {
    const store = createMemoryStore();
    const ledgers = [0, 1].map(() => createKeptLedger(async () => store, clock));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ledgers[n % 2]!.follow(`s${n}`, [tool(`s${n}__x`), tool(`s${n}__y`)]),
      ),
    );
    for (const ledger of ledgers) expect(namesIn(await ledger.load())).toHaveLength(40);
    expect(await store.ledgerEntries()).toHaveLength(40);
  });
});

/** Once nothing else runs, what a server lists is what is live of it. */
async function expectLastListing(
  last: { readonly server: string; readonly tools: readonly string[] } | undefined,
  ledger: ReturnType<typeof createKeptLedger>,
): Promise<void> {
  if (last === undefined) return;
  const wanted = last.tools.map((name) => `${last.server}__${name}`);
  const followed = await ledger.follow(
    last.server,
    wanted.map((name) => tool(name, "last")),
  );
  const live = namesIn(followed).filter((name) => name.startsWith(`${last.server}__`));
  expect(live.toSorted()).toEqual(wanted.toSorted());
}

function tool(name: string, description = "does things"): BridgeCapability {
  return { name, description, parameters: { type: "object" } };
}

function anEntry(name: string) {
  const at = "2026-01-31T00:00:00.000Z";
  return {
    op: "enroll",
    key: bridgeContentKey("a", name),
    server: "a",
    seq: 2,
    at,
    capability: tool(name),
  } as const;
}

function namesIn(ledger: BridgeLedger): string[] {
  return liveCapabilities(ledger).map(({ name }) => name);
}

function entryOf(line: string) {
  const decoded = decodeEntry(line);
  if ("problem" in decoded) throw new Error(decoded.problem);
  return decoded.entry;
}

async function eventsIn(store: LedgerStore): Promise<string[]> {
  const rows = await store.ledgerEntries();
  return rows.map(({ line }) => {
    const entry = entryOf(line);
    return entry.op === "enroll" ? `enroll ${entry.capability.name}` : entry.op;
  });
}
