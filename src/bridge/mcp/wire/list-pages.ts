import { Fault } from "../../../kernel/index.ts";
import type { RawResult } from "./mcp-connection.ts";

/** Asks for one page of a list. */
export type AskPage = (cursor: string | undefined) => Promise<RawResult>;

/** How much of a list is taken. */
export interface PageBounds {
  readonly pages: number;
  readonly items: number;
  readonly bytes: number;
}

const PAGE_BOUNDS: PageBounds = { pages: 1000, items: 10_000, bytes: 32 * 1024 * 1024 };

/** Walks every page of a list. What is no object is left out; a list without an end is a fault. */
export async function listPages(
  server: string,
  field: string,
  ask: AskPage,
  bounds: PageBounds = PAGE_BOUNDS,
): Promise<readonly RawResult[]> {
  const items: RawResult[] = [];
  const seen = new Set<string>();
  let bytes = 0;
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const { [field]: found, nextCursor } = await ask(cursor);
    if (!Array.isArray(found)) throw badList(server, field, "in a way that is no list");
    for (const item of found) if (isObject(item)) items.push(item);
    bytes += JSON.stringify(found).length;
    if (items.length > bounds.items) throw badList(server, field, `more than ${bounds.items} of them`);
    if (bytes > bounds.bytes) throw badList(server, field, `in more than ${bounds.bytes} bytes`);
    if (typeof nextCursor !== "string" || nextCursor === "") return items;
    if (seen.has(nextCursor)) throw badList(server, field, "in a circle");
    if (pages === bounds.pages) throw badList(server, field, `on more than ${bounds.pages} pages`);
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

function isObject(item: unknown): item is RawResult {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}

function badList(server: string, field: string, how: string): Fault {
  return new Fault("tool_error", `The server "${server}" lists its ${field} ${how}.`);
}
