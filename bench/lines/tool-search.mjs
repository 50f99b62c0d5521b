import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import MiniSearch from "minisearch";
import { rolldown } from "rolldown";
import { makeContext } from "../../dist/backends/index.js";
import { defineTool, textResult } from "../../dist/kernel/index.js";
import { NATIVE_TOOLS } from "../../dist/tools/index.js";
import { readCatalogue, readQueries } from "../catalogue/read-catalogue.mjs";
import { compare } from "../compare.mjs";

/** @typedef {import("../catalogue/read-catalogue.mjs").CatalogueEntry} Entry */

const MANY = 5000;
const FEW = 500;
const FIRST = 5;
const LEAST_RIGHT = 0.95;
const SHORT = 3;

/** How well tools are found by words, and what that costs against the index library queried by hand. */
export const toolSearchLines = [
  { name: "tool search: right tool in the first five, tuned queries", measure: () => judge("tuned") },
  { name: "tool search: right tool in the first five, held-out queries", measure: () => judge("held-out") },
  { name: "tool search over 5,000 tools, against minisearch by hand", measure: () => timeQueries(Infinity) },
  { name: "tool search over 5,000 tools, queries of at most three words", measure: () => timeQueries(SHORT) },
  { name: "tool search: indexing 5,000 tools, for each against 500", measure: timeIndexing },
];

/**
 * DECKHAND_BENCH_LIST=1 prints the queries that were missed.
 * @param {"tuned" | "held-out"} half
 * @returns {Promise<import("../run.mjs").Reading>}
 */
function judge(half) {
  return withSearch(async ({ createToolIndex }) => {
    const index = createToolIndex(await wholeDeck());
    const queries = await readQueries(half);
    const missed = queries.filter(
      ({ query, tools }) => !index.search(query, FIRST).some(({ name }) => tools.includes(name)),
    );
    if (process.env.DECKHAND_BENCH_LIST === "1")
      for (const { query } of missed) console.log(`missed: ${query}`);
    const right = 1 - missed.length / queries.length;
    const detail = `${(right * 100).toFixed(1)} % of ${queries.length} queries`;
    return { ratio: LEAST_RIGHT / right, limit: 1, detail };
  });
}

/** @param {number} mostWords */
function timeQueries(mostWords) {
  return withSearch(async ({ createToolSearch }) => {
    const entries = await manyTools(MANY);
    const rows = entries.map(rowOf);
    const tool = createToolSearch(() => rows);
    const ctx = makeContext();
    const byHand = new MiniSearch({ idField: "name", fields: ["name", "description"] });
    byHand.addAll(entries);
    const all = [...(await readQueries("tuned")), ...(await readQueries("held-out"))];
    const queries = all.map(({ query }) => query).filter((query) => query.split(" ").length <= mostWords);
    const ours = async () => {
      for (const query of queries) await tool.invoke({ id: "s", name: "tool_search", input: { query } }, ctx);
    };
    const peer = async () => {
      for (const query of queries) byHand.search(query);
    };
    return { ...(await compare(ours, peer, { rounds: 7 })), limit: 1.5 };
  });
}

/** Ten times the tools in at most ten times the time, and a little for noise. */
function timeIndexing() {
  return withSearch(async ({ createToolIndex }) => {
    const [many, few] = [await manyTools(MANY), await manyTools(FEW)];
    const ours = async () => createToolIndex(many);
    const peer = async () => {
      for (let time = 0; time < MANY / FEW; time += 1) createToolIndex(few);
    };
    return { ...(await compare(ours, peer, { rounds: 5 })), limit: 1.2 };
  });
}

async function wholeDeck() {
  const native = await Promise.all(NATIVE_TOOLS.map((row) => row.load()));
  return [...native, ...(await readCatalogue())];
}

/**
 * The catalogue again and again under other servers, each time with other words, up to so many tools.
 * @param {number} count
 */
async function manyTools(count) {
  const entries = await readCatalogue();
  return Array.from({ length: count }, (_, at) => {
    const entry = entries[at % entries.length];
    const copy = Math.floor(at / entries.length);
    if (copy === 0) return entry;
    const description = `${entry.description} Of region${copy} and tenant${at % 97}.`;
    return { ...entry, name: entry.name.replace("__", `${copy}__`), description };
  });
}

/** @param {Entry} entry */
function rowOf({ name, title, description, parameters }) {
  const tool = defineTool({
    name,
    ...(title && { title }),
    description,
    parameters,
    run: () => textResult(""),
  });
  return { name, path: tool.path, source: "mcp:bench", load: async () => tool };
}

/**
 * The search is no public entry, so it is bundled from source for the time of a measurement.
 * @template T
 * @param {(search: any) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withSearch(work) {
  await mkdir(".cache", { recursive: true });
  const folder = await mkdtemp(join(".cache", "tool-search-"));
  try {
    const input = {
      "create-tool-index": "src/deck/search/create-tool-index.ts",
      "tool-search": "src/deck/meta/tool-search.ts",
    };
    const bundled = await rolldown({ input, platform: "node", external: /^[^./]/ });
    await bundled.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs" });
    await bundled.close();
    const load = (/** @type {string} */ name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
    return await work({ ...(await load("create-tool-index")), ...(await load("tool-search")) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
