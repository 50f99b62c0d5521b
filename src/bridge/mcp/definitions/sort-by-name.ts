import type { RemoteDefinition } from "../../../ledger/index.ts";
import { isMap } from "../../json-map.ts";
import { nameProblem } from "./name-problem.ts";
import { shownText } from "./shown-text.ts";

/** An entry of a listing that cannot even have a name here. */
export interface RejectedEntry {
  /** Its place in the listing, from 0. */
  readonly at: number;
  readonly shown: string;
  readonly problem: string;
}

/** The entries of a listing by their names. */
export interface ByName {
  /** Of one name the first definition counts; the others are told. */
  readonly named: ReadonlyMap<string, readonly RemoteDefinition[]>;
  readonly rejected: readonly RejectedEntry[];
}

/** Sorts what a server listed; what has no usable name is told apart. */
export function sortByName(entries: readonly unknown[]): ByName {
  const named = new Map<string, RemoteDefinition[]>();
  const rejected: RejectedEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const name = isMap(entry) ? entry["name"] : undefined;
    const problem = isMap(entry) ? nameProblem(name) : "it is no definition";
    if (problem !== undefined || typeof name !== "string" || !isMap(entry)) {
      rejected.push({ at, shown: shownName(name), problem: problem ?? "" });
      continue;
    }
    const same = named.get(name);
    if (same === undefined) named.set(name, [entry]);
    else same.push(entry);
  }
  return { named, rejected };
}

const MOST_SHOWN = 100;

function shownName(name: unknown): string {
  return typeof name === "string" ? shownText(name.slice(0, MOST_SHOWN)) : "";
}
