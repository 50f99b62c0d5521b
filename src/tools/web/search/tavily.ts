import type { KeyedOptions } from "./brave.ts";
import { parseJsonResults } from "./json-results.ts";
import { refuseStatus } from "./search-faults.ts";
import type { SearchProvider } from "./search-provider.ts";

const NAME = "Tavily";
const ENDPOINT = "https://api.tavily.com/search";

/** Searches by the Tavily service. */
export function createTavily({ apiKey, endpoint = ENDPOINT }: KeyedOptions): SearchProvider {
  return {
    name: NAME,
    request: (query, count) => ({
      url: endpoint,
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        authorization: `Bearer ${apiKey}`,
      },
      body: Buffer.from(JSON.stringify({ query, max_results: Math.min(count, MOST) }), "utf8"),
    }),
    parse(status, headers, body) {
      refuseStatus(NAME, status, headers);
      return parseJsonResults(body, { name: NAME, list: ["results"], snippet: "content" });
    },
  };
}

/** The service refuses to be asked for more. */
const MOST = 20;
