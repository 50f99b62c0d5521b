import { readdir, readFile } from "node:fs/promises";

/** @typedef {{ name: string, title?: string, description: string, parameters: Record<string, unknown> }} CatalogueEntry */
/** @typedef {{ query: string, tools: string[] }} LabelledQuery */

/**
 * Every tool of the catalogue under its qualified name.
 * @returns {Promise<CatalogueEntry[]>}
 */
export async function readCatalogue() {
  const folder = new URL("servers/", import.meta.url);
  const entries = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const [{ server }, ...tools] = await readRows(new URL(name, folder));
    for (const { name: tool, title, description = "", inputSchema } of tools) {
      entries.push({
        name: `${server}__${tool}`,
        ...(title && { title }),
        description,
        parameters: inputSchema,
      });
    }
  }
  return entries;
}

/**
 * The labelled queries of one half: a query, and every tool that would be right.
 * @param {"tuned" | "held-out"} half
 * @returns {Promise<LabelledQuery[]>}
 */
export function readQueries(half) {
  return readRows(new URL(`queries-${half}.ndjson`, import.meta.url));
}

/**
 * @param {URL} file
 * @returns {Promise<any[]>}
 */
async function readRows(file) {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
