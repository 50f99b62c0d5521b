import type { ControlStore } from "../../control/index.ts";
import type { Clock, Evidence } from "../../kernel/index.ts";
import { MOST_EVIDENCE } from "../sqlite/evidence-rows.ts";
import { type Kept, keep, valueOf } from "./kept.ts";

/** What each session has seen, and its cells. */
export interface MemorySessions extends Pick<ControlStore, "evidence" | "addEvidence" | "cell" | "setCell"> {
  /** Forgets what was seen before a time; says how much. */
  readonly forgetSeen: (before: number) => number;
}

/** Keeps them by the names of sessions. */
export function memorySessions(clock: Pick<Clock, "now">): MemorySessions {
  const seenOf = new Map<string, readonly Seen[]>();
  const cells = new Map<string, Kept<unknown> & { readonly version: number }>();
  return {
    evidence: async (session, path) =>
      (seenOf.get(keyOf(session, path)) ?? []).map(({ what, at }) => ({ ...valueOf(what), at })),
    addEvidence: async (session, seen) => {
      for (const { path, at = clock.now(), ...rest } of seen) {
        const what = keep<Evidence>({ path, ...rest });
        const key = keyOf(session, path);
        const others = (seenOf.get(key) ?? []).filter((other) => other.what.json !== what.json);
        seenOf.set(key, [{ what, at }, ...others].slice(0, MOST_EVIDENCE));
      }
    },
    forgetSeen: (before) => {
      let forgotten = 0;
      for (const [key, seen] of seenOf) {
        const left = seen.filter(({ at }) => at >= before);
        forgotten += seen.length - left.length;
        seenOf.set(key, left);
      }
      return forgotten;
    },
    cell: async (session, name) => {
      const kept = cells.get(keyOf(session, name));
      return kept && { value: valueOf(kept), version: kept.version };
    },
    setCell: async (session, name, value, version) => {
      const kept = keep(value);
      const key = keyOf(session, name);
      if ((cells.get(key)?.version ?? 0) !== version) return false;
      cells.set(key, { ...kept, version: version + 1 });
      return true;
    },
  };
}

interface Seen {
  readonly what: Kept<Evidence>;
  readonly at: number;
}

function keyOf(session: string, name: string): string {
  return JSON.stringify([session, name]);
}
