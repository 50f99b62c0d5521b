import { z } from "zod";
import {
  blocksResult,
  calls,
  defineTool,
  type DefinedTool,
  errorResult,
  Fault,
  faultInfoOf,
  isCancellation,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { createDuckDuckGo } from "./duckduckgo.ts";
import { rankHits } from "./rank-hits.ts";
import type { Hit, SearchProvider } from "./search-provider.ts";

const DEFAULT_COUNT = 5;
const MOST_COUNT = 25;
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 2 * 1024 * 1024;

const input = z.strictObject({
  query: z.string().trim().min(1).max(1000).describe("What to search for, in a few words"),
  count: z
    .int()
    .positive()
    .optional()
    .describe(`How many results, ${DEFAULT_COUNT} by default, at most ${MOST_COUNT}`),
});

type SearchInput = z.infer<typeof input>;

/** Makes the tool that searches the web by one provider. */
export function createWebsearch(provider: SearchProvider): DefinedTool {
  return defineTool({
    name: "websearch",
    path: "world.tools.web.search",
    title: "Web search",
    summary: "Search the web for pages",
    description:
      "Search the web. Returns titles, addresses and snippets, best first, as text and as JSON. Snippets are short and may be " +
      "out of date: read a page with webfetch before relying on it.",
    input,
    effects: [calls("network")],
    trust: "L1",
    touches: (asked) => [{ kind: "url", url: requestFor(provider, asked).url, op: "fetch" }],
    async run(asked, ctx) {
      try {
        return await search(provider, asked, ctx);
      } catch (error) {
        if (isCancellation(error, ctx.cancel)) throw error;
        return errorResult(faultInfoOf(error));
      }
    },
  });
}

/** Searches the web where no key is needed. */
export const websearch = createWebsearch(createDuckDuckGo());

function requestFor(provider: SearchProvider, asked: SearchInput): ReturnType<SearchProvider["request"]> {
  return provider.request(asked.query, countOf(asked));
}

function countOf({ count = DEFAULT_COUNT }: SearchInput): number {
  return Math.min(count, MOST_COUNT);
}

async function search(provider: SearchProvider, asked: SearchInput, ctx: ToolContext): Promise<ToolResult> {
  const request = requestFor(provider, asked);
  const limits = { cancel: ctx.cancel, timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES };
  const { status, headers, body } = await ctx.net.request({ ...request, ...limits });
  const found = provider.parse(status, headers, await textOf(body));
  const hits = rankHits(found, { base: request.url, count: countOf(asked) });
  if (hits.length > 0) return resultOf(provider, asked.query, hits);
  throw new Fault("not_found", `${provider.name} found nothing for ${JSON.stringify(asked.query)}.`, {
    hint: "Use fewer or more common words, and no quotes or operators.",
  });
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

function resultOf({ name }: SearchProvider, query: string, hits: readonly Hit[]): ToolResult {
  const heading = `${hits.length} result(s) for ${JSON.stringify(query)} from ${name}:`;
  const lines = hits.map(({ title, url, snippet }, at) => {
    return [`${at + 1}. ${title}`, `   ${url}`, ...(snippet === "" ? [] : [`   ${snippet}`])].join("\n");
  });
  return blocksResult([
    { kind: "text", text: [heading, ...lines].join("\n\n") },
    { kind: "json", value: hits },
  ]);
}
