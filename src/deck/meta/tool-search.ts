import { z } from "zod";
import { type CapabilityRow, type DefinedTool, defineTool, reads, textResult } from "../../kernel/index.ts";
import type { ToolIndex } from "../search/create-tool-index.ts";
import type { ToolEntry } from "../search/tool-entry.ts";
import { compactSchema } from "./compact-schema.ts";

/** Makes the tool that finds tools by words; it indexes a list of rows once, when it is first searched. */
export function createToolSearch(rows: () => readonly CapabilityRow[]): DefinedTool {
  const indexed = indexOnce();
  return defineTool({
    name: "tool_search",
    path: "self.tools.deck.search",
    title: "Search tools",
    summary: "Find tools by words",
    description:
      "Find tools by what they do: more exist than are listed. Answers with the best ones, one JSON line each: name, " +
      "summary and input schema. Run one with tool_call.",
    input,
    effects: [reads("session")],
    trust: "L0",
    async run({ query, limit = DEFAULT_LIMIT }) {
      const { index, size, lineOf } = await indexed(rows());
      const lines = index.search(query, limit).map(lineOf);
      return textResult(lines.length === 0 ? nothing(query, size) : report(lines, size));
    },
  });
}

const DEFAULT_LIMIT = 5;
const MOST = 20;

const input = z.strictObject({
  query: z
    .string()
    .min(1)
    .describe("What the tool should do, and whose it is if you know: create github issue"),
  limit: z.int().min(1).max(MOST).optional().describe(`How many; ${DEFAULT_LIMIT} if left out`),
});

interface Indexed {
  readonly index: ToolIndex;
  readonly size: number;
  /** What a model is told about a tool. */
  readonly lineOf: (entry: ToolEntry) => string;
}

/** Keeps the index of the last list; the same array is never indexed twice. */
function indexOnce(): (rows: readonly CapabilityRow[]) => Promise<Indexed> {
  let last: { readonly rows: readonly CapabilityRow[]; readonly indexed: Promise<Indexed> } | undefined;
  return (rows) => {
    if (last?.rows === rows) return last.indexed;
    const made = { rows, indexed: indexRows(rows) };
    last = made;
    made.indexed.catch(() => {
      if (last === made) last = undefined;
    });
    return made.indexed;
  };
}

async function indexRows(rows: readonly CapabilityRow[]): Promise<Indexed> {
  const { createToolIndex } = await import("../search/create-tool-index.ts");
  const reading = rows
    .filter(({ source }) => source !== "meta")
    .map(async (row) => entryOf(await row.load()));
  const read = await Promise.allSettled(reading);
  const entries = read.flatMap((entry) => (entry.status === "fulfilled" ? entry.value : []));
  return { index: createToolIndex(entries), size: entries.length, lineOf: rememberLines() };
}

/** A title or summary that only repeats the name or description would count its words twice. */
function entryOf({ name, title, summary, description, parameters }: DefinedTool): ToolEntry {
  return {
    name,
    ...(title === name ? {} : { title }),
    ...(summary === description ? {} : { summary }),
    description,
    parameters,
  };
}

/** Schemas are compacted once: they do not change, and the same few tools are found again and again. */
function rememberLines(): Indexed["lineOf"] {
  const lines = new Map<ToolEntry, string>();
  return (entry) => {
    const line = lines.get(entry) ?? toLine(entry);
    lines.set(entry, line);
    return line;
  };
}

function toLine({ name, summary, description, parameters }: ToolEntry): string {
  const [first = ""] = (summary ?? description).trim().split("\n", 1);
  return JSON.stringify({ name, summary: shortened(first, MOST_SUMMARY), input: compactSchema(parameters) });
}

function report(lines: readonly string[], size: number): string {
  return [`The best ${lines.length} of ${size} tools; run one with tool_call.`, ...lines].join("\n");
}

function nothing(query: string, size: number): string {
  const asked = shortened(query, MOST_ECHO);
  return `None of ${size} tools fits "${asked}". Say what the tool should do in other words, such as "send message" or "list files".`;
}

const MOST_ECHO = 100;
const MOST_SUMMARY = 200;

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
