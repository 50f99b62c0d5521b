import { plainLine } from "./plain-line.ts";
import { unreadable } from "./search-faults.ts";
import type { Hit } from "./search-provider.ts";

/** Where the answer of a service keeps its results, and what it calls the text of one. */
export interface JsonShape {
  readonly name: string;
  readonly list: readonly string[];
  readonly snippet: string;
  /** Titles and snippets are written in HTML; in plain text, `vector<int>` is no tag. */
  readonly isMarkup?: boolean;
}

/** Reads results out of JSON that came from elsewhere; entries that are no results are passed over. */
export function parseJsonResults(body: string, shape: JsonShape): readonly Hit[] {
  const { name, list, snippet, isMarkup = false } = shape;
  const answer = tryJson(body);
  if (!isRecord(answer)) throw unreadable(name, JSON.stringify(body.trim().slice(0, 120)));
  let found: unknown = answer;
  for (const key of list) found = isRecord(found) ? found[key] : undefined;
  if (found === undefined || found === null) return [];
  if (!Array.isArray(found)) throw unreadable(name, `${list.join(".")} is no list`);
  return found.flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry["url"] !== "string") return [];
    const [title, text] = [entry["title"], entry[snippet]].map((value) => textIn(value, isMarkup));
    return [{ title: title ?? "", url: entry["url"], snippet: text ?? "" }];
  });
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textIn(value: unknown, isMarkup: boolean): string {
  if (typeof value !== "string") return "";
  return isMarkup ? plainLine(value) : value;
}
