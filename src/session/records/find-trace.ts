import type { ControlStore, Trace, TraceQuery } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";

/** How many of the newest traces an abbreviation is looked for in. */
const MOST_LOOKED_AT = 10_000;
const AT_ONCE = 500;
const SHORTEST = 4;

/** The trace of this id, or of one that begins or ends like it; no such trace, or several, is a `not_found` fault. */
export async function findTrace(store: ControlStore, id: string): Promise<Trace> {
  const exact = await store.trace(id);
  if (exact !== undefined) return exact;
  if (id.length < SHORTEST) throw unknown(id, `Give at least ${SHORTEST} characters of an id.`);
  const like = id.toUpperCase();
  const found: Trace[] = [];
  for await (const trace of newestTraces(store, {}, MOST_LOOKED_AT)) {
    const whole = trace.id.toUpperCase();
    if (whole.startsWith(like) || whole.endsWith(like)) found.push(trace);
  }
  const [first, second] = found;
  if (first === undefined) throw unknown(id, "`deckhand trace list` shows what there is.");
  if (second === undefined) return first;
  const ids = found.slice(0, MOST_NAMED).map((trace) => trace.id);
  throw unknown(id, `${found.length} traces are called like that, such as ${ids.join(", ")}.`);
}

const MOST_NAMED = 5;

/** Traces, the newest first, a few at a time. */
export async function* newestTraces(
  store: ControlStore,
  query: Omit<TraceQuery, "limit" | "after">,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Trace> {
  let after: string | undefined;
  for (let left = most; left > 0;) {
    const limit = Math.min(left, AT_ONCE);
    const page = await store.traces({ ...query, limit, ...(after === undefined ? {} : { after }) });
    yield* page;
    after = page.at(-1)?.id;
    if (page.length < limit || after === undefined) return;
    left -= page.length;
  }
}

function unknown(id: string, hint: string): Fault {
  return new Fault("not_found", `There is no one trace ${JSON.stringify(id)}.`, { hint });
}
