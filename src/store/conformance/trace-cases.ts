import assert from "node:assert/strict";
import type { ControlStore, Trace, TraceQuery } from "../../control/index.ts";
import { aTrace, ODD_NAMES, rejectsWith, type StoreCase } from "./conformance-case.ts";

/** What traces promise. */
export const traceCases: readonly StoreCase[] = [
  {
    title: "a trace is found again as it was stored, whole and without what it did not have",
    run: async ({ store }) => {
      const whole = aTrace("1", {
        parent: "0",
        via: "tool_call",
        error: { code: "tool_error", message: "no", hint: "yes" },
        success: false,
        output: null,
        alternatives: [{ what: "edit", why: "denied" }],
        changes: [{ path: "a", kind: "create", after: { digest: "d", bytes: 1 } }],
        detail: { queued: 1 },
      });
      await store.addTraces([whole, aTrace("2")]);
      assert.deepEqual(await store.trace("1"), whole);
      assert.deepEqual(await store.trace("2"), aTrace("2"));
      assert.equal(await store.trace("3"), undefined);
      await store.addTraces([]);
    },
  },
  {
    title: "what is kept does not change with the object it was made of",
    run: async ({ store }) => {
      const input = { path: "a" };
      const adding = store.addTraces([aTrace("1", { input })]);
      input.path = "b";
      await adding;
      assert.deepEqual((await store.trace("1"))?.input, { path: "a" });
    },
  },
  {
    title: "an id is taken once, and the call that takes it again keeps nothing and disturbs nobody",
    run: async ({ store }) => {
      await store.addTraces([aTrace("1", { output: "first" })]);
      const results = await Promise.allSettled([
        store.addTraces([aTrace("2")]),
        store.addTraces([aTrace("3"), aTrace("1", { output: "second" })]),
        store.addTraces([aTrace("4")]),
        store.addTraces([aTrace("5"), aTrace("5")]),
        store.addTraces([aTrace("6")]),
      ]);
      const states = results.map(({ status }) => status === "fulfilled");
      assert.deepEqual(states, [true, false, true, false, true]);
      assert.deepEqual(await idsOf(store, {}), ["6", "4", "2", "1"]);
      assert.equal((await store.trace("1"))?.output, "first");
      await rejectsWith(store.addTraces([aTrace("1")]), "invalid_input");
    },
  },
  {
    title: "what is not JSON is refused, and nothing of its call is kept",
    run: async ({ store }) => {
      const circular: Record<string, unknown> = {};
      circular["self"] = circular;
      for (const input of [10n, circular, { toJSON: () => 10n }]) {
        await rejectsWith(store.addTraces([aTrace("1"), aTrace("2", { input })]), "invalid_input");
      }
      assert.deepEqual(await idsOf(store, {}), []);
    },
  },
  {
    title: "any text survives, and no two names are one",
    run: async ({ store }) => {
      await store.addTraces(
        ODD_NAMES.map((name) => aTrace(name, { session: name, tool: name, input: { [name]: name } })),
      );
      for (const name of ODD_NAMES) {
        assert.deepEqual((await store.trace(name))?.input, { [name]: name });
        assert.deepEqual(await idsOf(store, { session: name }), [name]);
        assert.deepEqual(await idsOf(store, { tool: name }), [name]);
      }
    },
  },
  {
    title: "the newest come first, and of one moment the last that was stored",
    run: async ({ store }) => {
      const times: readonly (readonly [string, number])[] = [
        ["a", 5],
        ["c", 7],
        ["b", 7],
        ["d", 6],
        ["e", 1.5],
      ];
      for (const [id, at] of times) await store.addTraces([aTrace(id, { at })]);
      assert.deepEqual(await idsOf(store, {}), ["b", "c", "d", "a", "e"]);
      assert.deepEqual(await idsOf(store, { limit: 2 }), ["b", "c"]);
      assert.deepEqual(await idsOf(store, { limit: 0 }), []);
      assert.deepEqual(await idsOf(store, { limit: Infinity }), ["b", "c", "d", "a", "e"]);
    },
  },
  {
    title: "every condition of a query counts, alone and together",
    run: async ({ store }) => {
      const all: Trace[] = [];
      for (let n = 0; n < 48; n += 1) {
        const [session, tool] = [`s${n % 2}`, `t${n % 3}`];
        all.push(aTrace(String(n), { session, tool, success: n % 4 !== 0, at: Math.floor(n / 5) }));
      }
      await store.addTraces(all);
      for (const query of queries()) {
        const expected = all.toReversed().filter((trace) => isAsked(trace, query));
        const got = await store.traces({ ...query, limit: 100 });
        assert.deepEqual(got, expected, JSON.stringify(query));
      }
    },
  },
  {
    title: "a list can be gone through in parts, each id exactly once, while new ones are added",
    run: async ({ store }) => {
      const ids = Array.from({ length: 50 }, (_, n) => `t${n}`);
      await store.addTraces(ids.map((id, n) => aTrace(id, { at: Math.floor(n / 7), success: n % 2 === 0 })));
      const seen: string[] = [];
      for (let after: string | undefined; ;) {
        const part = await idsOf(store, {
          success: true,
          limit: 4,
          ...(after === undefined ? {} : { after }),
        });
        if (part.length === 0) break;
        seen.push(...part);
        after = part.at(-1);
        await store.addTraces([aTrace(`new${seen.length}`, { at: 100 })]);
      }
      assert.deepEqual(seen, ids.filter((_, n) => n % 2 === 0).toReversed());
      assert.deepEqual(await idsOf(store, { after: "gone" }), []);
    },
  },
];

async function idsOf(store: ControlStore, query: Partial<TraceQuery>): Promise<readonly string[]> {
  return (await store.traces({ limit: 100, ...query })).map(({ id }) => id);
}

function queries(): readonly Omit<TraceQuery, "limit">[] {
  const sessions = [{}, { session: "s0" }, { session: "s2" }];
  const tools = [{}, { tool: "t1" }];
  const successes = [{}, { success: true }, { success: false }];
  const times = [{}, { since: 4 }, { since: 100 }];
  return sessions.flatMap((session) =>
    tools.flatMap((tool) =>
      successes.flatMap((success) => times.map((since) => ({ ...session, ...tool, ...success, ...since }))),
    ),
  );
}

function isAsked(trace: Trace, { session, tool, success, since }: Omit<TraceQuery, "limit">): boolean {
  return (
    (session === undefined || trace.session === session) &&
    (tool === undefined || trace.tool === tool) &&
    (success === undefined || trace.success === success) &&
    (since === undefined || trace.at >= since)
  );
}
