import { bridgeKey, emptyBridgeLedger, enrollBridgeCard, reduceLedger } from "../../dist/ledger/index.js";
import { compare } from "../compare.mjs";

const EVENTS = 1_000_000;

/** What the ledger costs: the fold against the plainest one, and an enrollment among many against one among few. */
export const ledgerLines = [
  {
    name: "ledger: folding 1,000,000 events in order, all of different tools, against a sort and a Map",
    measure: () => timeFold(eventsOf(EVENTS)),
  },
  {
    name: "ledger: folding 1,000,000 events in order, of 5,000 tools, against a sort and a Map",
    measure: () => timeFold(eventsOf(5_000)),
  },
  {
    name: "ledger: folding 1,000,000 events as they come, of 5,000 tools, against a sort and a Map",
    measure: () => timeFold(shuffled(eventsOf(5_000))),
  },
  { name: "ledger: 100,000 enrollments, for each against 1,000", measure: () => timeEnrollments(false) },
  {
    name: "ledger: 100,000 enrollments by given keys, for each against 1,000",
    measure: () => timeEnrollments(true),
  },
];

/** @typedef {import("../../dist/ledger/index.js").BridgeEntry} BridgeEntry */

/** @param {BridgeEntry[]} events */
async function timeFold(events) {
  const reading = await compare(
    async () => {
      if (reduceLedger(events).live.size === 0) throw new Error("Nothing is live.");
    },
    async () => {
      if (plainFold(events).size === 0) throw new Error("Nothing is live.");
    },
    { rounds: 3 },
  );
  return { ...reading, limit: 2 };
}

/** @param {BridgeEntry[]} events */
function plainFold(events) {
  const live = new Map();
  for (const event of events.toSorted((a, b) => a.seq - b.seq)) {
    if (event.op === "enroll") live.set(event.key, event.capability);
    else live.delete(event.key);
  }
  return live;
}

/** A ledger that looked at every tool it has would read 100. @param {boolean} areKeysGiven */
async function timeEnrollments(areKeysGiven) {
  const reading = await compare(
    async () => enrollMany(100_000, areKeysGiven),
    async () => {
      for (let time = 0; time < 100; time += 1) enrollMany(1_000, areKeysGiven);
    },
    { rounds: 7 },
  );
  return { ...reading, limit: 1.5 };
}

/** @param {number} count @param {boolean} areKeysGiven */
function enrollMany(count, areKeysGiven) {
  /** @type {import("../../dist/ledger/index.js").BridgeLedger} */
  let ledger = emptyBridgeLedger();
  for (let at = 0; at < count; at += 1) {
    const capability = capabilityOf(at);
    ledger = enrollBridgeCard(ledger, {
      capability,
      server: "many",
      ...(areKeysGiven ? { key: bridgeKey(capability.name) } : {}),
    });
  }
  if (ledger.nextSeq !== count + 1) throw new Error("An enrollment is missing.");
}

/** One event in five takes a tool away. @param {number} tools @returns {BridgeEntry[]} */
function eventsOf(tools) {
  const keys = Array.from({ length: tools }, (_, tool) =>
    bridgeKey(`bk_${tool.toString(16).padStart(32, "0")}`),
  );
  const capabilities = keys.map((_, tool) => capabilityOf(tool));
  return Array.from({ length: EVENTS }, (_, index) => {
    const tool = (index * 7919) % tools;
    const place = {
      key: keys[tool],
      server: `server-${tool % 20}`,
      seq: index + 1,
      at: "2026-01-31T00:00:00.000Z",
    };
    return index % 5 === 4
      ? { ...place, op: "retire" }
      : { ...place, op: "enroll", capability: capabilities[tool] };
  });
}

/** @param {number} tool */
function capabilityOf(tool) {
  return {
    name: `many__tool_${tool}`,
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  };
}

/** The same order in every run. @param {BridgeEntry[]} events */
function shuffled(events) {
  let state = 1;
  const order = new Map(events.map((event) => [event, (state = (state * 48_271) % 2_147_483_647)]));
  return events.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}
