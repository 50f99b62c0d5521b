import { tmpdir } from "node:os";
import { defineTool, openSession, textResult } from "../../dist/index.js";
import { compare } from "../compare.mjs";

const CALLS = 20_000;

/** What a large deck costs against a small one. */
export const deckLines = [
  { name: "deck: a call among 5,000 tools, against one among 20", measure: timeCall },
  { name: "deck: provisioning 5,000 tools, for each against 500", measure: timeProvisioning },
  { name: "deck: what a model is shown of 500 tools in deferred mode", measure: costOfDeferred },
];

async function timeCall() {
  const [large, small] = [deckOf(5000), deckOf(20)];
  const reading = await compare(
    () => callOften(large),
    () => callOften(small),
  );
  await Promise.all([large.close(), small.close()]);
  return { ...reading, limit: 1.15 };
}

/** @param {ReturnType<typeof deckOf>} session */
async function callOften(session) {
  for (let call = 0; call < CALLS; call += 1)
    await session.call({ id: "c", name: "tool_7", input: { path: "a" } });
}

/** Ten times the tools in ten times the time, give or take the collector; what grew with the square would read 10. */
async function timeProvisioning() {
  const [many, few] = [toolsOf(5000), toolsOf(500)];
  const reading = await compare(
    async () => openSession({ cwd: tmpdir(), addons: [{ name: "bench", tools: many }] }),
    async () => {
      for (let time = 0; time < 10; time += 1)
        openSession({ cwd: tmpdir(), addons: [{ name: "bench", tools: few }] });
    },
    { rounds: 31 },
  );
  return { ...reading, limit: 3 };
}

async function costOfDeferred() {
  const addons = [{ name: "bench", tools: toolsOf(500) }];
  const cost = async (/** @type {boolean} */ deferred) => {
    const session = openSession({ cwd: tmpdir(), addons, deferred });
    const shown = await session.advertised();
    return Buffer.byteLength(JSON.stringify(shown.map((tool) => tool.descriptor()))) / 4;
  };
  const [all, few] = [await cost(false), await cost(true)];
  return { ratio: few / all, limit: 0.05, detail: `${Math.round(few)} of ${Math.round(all)} tokens` };
}

/** @param {number} count */
function deckOf(count) {
  return openSession({ cwd: tmpdir(), addons: [{ name: "bench", tools: toolsOf(count) }] });
}

/** Tools as lean as any: what is measured is the deck around them. @param {number} count */
function toolsOf(count) {
  const result = textResult("");
  return Array.from({ length: count }, (_, at) =>
    defineTool({
      name: `tool_${at}`,
      description: `Does the thing number ${at} and says how it went.`,
      parameters: { type: "object", properties: { path: { type: "string", description: "Where to do it" } } },
      run: () => result,
    }),
  );
}
