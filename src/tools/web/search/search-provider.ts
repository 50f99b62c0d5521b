import type { NetRequest } from "../../../kernel/index.ts";

/** One page that was found; title and snippet are plain text. */
export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/**
 * Somewhere to search the web.
 * Contract: keys travel in headers or the body, never in the URL, which is shown. `parse` returns what was found, best
 * first, or throws a fault that says why there is nothing and what would work.
 */
export interface SearchProvider {
  /** What people call it, for messages. */
  readonly name: string;
  request(query: string, count: number): NetRequest;
  parse(status: number, headers: Readonly<Record<string, string>>, body: string): readonly Hit[];
}
