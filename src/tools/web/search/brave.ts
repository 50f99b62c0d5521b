import { parseJsonResults } from "./json-results.ts";
import { refuseStatus } from "./search-faults.ts";
import type { SearchProvider } from "./search-provider.ts";

const NAME = "Brave Search";
const ENDPOINT = "https://api.search.brave.com/res/v1/web/search";

/** Where a service with a key is reached; the key comes from the configuration. */
export interface KeyedOptions {
  readonly apiKey: string;
  readonly endpoint?: string;
}

/** Searches by the Brave Search service. */
export function createBrave({ apiKey, endpoint = ENDPOINT }: KeyedOptions): SearchProvider {
  return {
    name: NAME,
    request: (query, count) => ({
      url: `${endpoint}?${new URLSearchParams({ q: query, count: String(Math.min(count, MOST)) }).toString()}`,
      headers: { accept: "application/json", "x-subscription-token": apiKey },
    }),
    parse(status, headers, body) {
      refuseStatus(NAME, status, headers);
      const shape = { list: ["web", "results"], snippet: "description", isMarkup: true };
      return parseJsonResults(body, { name: NAME, ...shape });
    },
  };
}

/** The service refuses to be asked for more. */
const MOST = 20;
