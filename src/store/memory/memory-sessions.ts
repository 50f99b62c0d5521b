import type { ControlStore } from "../../control/index.ts";
import type { Evidence } from "../../kernel/index.ts";
import { MOST_EVIDENCE } from "../sqlite/evidence-rows.ts";
import { type Kept, keep, valueOf } from "./kept.ts";

/** What each session has seen, and its cells. */
export function memorySessions(): Pick<ControlStore, "evidence" | "addEvidence" | "cell" | "setCell"> {
  const seenOf = new Map<string, readonly Kept<Evidence>[]>();
  const cells = new Map<string, Kept<unknown> & { readonly version: number }>();
  return {
    evidence: async (session, path) => (seenOf.get(keyOf(session, path)) ?? []).map(valueOf),
    addEvidence: async (session, seen) => {
      for (const [{ path }, kept] of seen.map((evidence) => [evidence, keep(evidence)] as const)) {
        const key = keyOf(session, path);
        const others = (seenOf.get(key) ?? []).filter(({ json }) => json !== kept.json);
        seenOf.set(key, [kept, ...others].slice(0, MOST_EVIDENCE));
      }
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

function keyOf(session: string, name: string): string {
  return JSON.stringify([session, name]);
}
