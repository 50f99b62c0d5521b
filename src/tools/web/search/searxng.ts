import { Fault } from "../../../kernel/index.ts";
import { parseJsonResults } from "./json-results.ts";
import { refuseStatus } from "./search-faults.ts";
import type { SearchProvider } from "./search-provider.ts";

const NAME = "SearXNG";

/** Searches by a SearXNG instance of the user's choice, which has to offer the json format. */
export function createSearxng({ baseUrl }: { readonly baseUrl: string }): SearchProvider {
  const address = `${baseUrl.replace(/\/+$/, "")}/search`;
  return {
    name: NAME,
    request: (query) => ({
      url: `${address}?${new URLSearchParams({ q: query, format: "json" }).toString()}`,
      headers: { accept: "application/json" },
    }),
    parse(status, headers, body) {
      if (status === 403) {
        throw new Fault("unavailable", `The ${NAME} instance refuses the json format (HTTP 403).`, {
          hint: "A person has to add json to search.formats in the settings of the instance.",
        });
      }
      refuseStatus(NAME, status, headers);
      return parseJsonResults(body, { name: NAME, list: ["results"], snippet: "content" });
    },
  };
}
