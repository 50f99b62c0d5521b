import type { TraceQuery } from "../../../control/index.ts";
import { type Config, loadConfig, loadPolicy, newestTraces } from "../../../session/index.ts";
import { configRequestOf, noteDiagnostics } from "../config-request.ts";
import { EXIT } from "../exit-code.ts";
import { parseLimit } from "../limit.ts";
import { folder, type SessionFlags } from "../session-flags.ts";
import { parseSince } from "../since.ts";
import { simulationPage } from "../simulation-page.ts";
import type { Terminal } from "../terminal.ts";
import { withRecords } from "../with-records.ts";

/** The flags that say what is replayed, and against what. */
export interface SimulateFlags extends SessionFlags {
  readonly rules?: string;
  readonly since?: string;
  readonly limit?: string;
}

const USUAL_LIMIT = 10_000;

/** `deckhand policy simulate`: what another policy would have made of the calls that are remembered. */
export async function policySimulate(flags: SimulateFlags, terminal: Terminal): Promise<number> {
  const cwd = folder(flags.cwd ?? ".");
  const { config: now, diagnostics } = await loadConfig({ cwd });
  noteDiagnostics(diagnostics, terminal);
  const changed = await changedConfig(flags, now);
  const limit = parseLimit(flags.limit, USUAL_LIMIT);
  const query = queryOf(flags);
  const { simulateConfigs } = await loadPolicy();
  const simulation = await withRecords(flags, ({ store }) => {
    const traces = watched(newestTraces(store, query, limit), terminal.interrupt);
    return simulateConfigs({ cwd, traces, now, changed });
  });
  terminal.out(flags.json === true ? JSON.stringify(simulation) : simulationPage(simulation, terminal));
  if (simulation.calls >= limit)
    terminal.note(`Only the newest ${limit} calls were replayed; --limit takes more.`);
  return EXIT.ok;
}

/** What the flags would change; undefined where they only say what to replay. */
async function changedConfig(flags: SimulateFlags, now: Config): Promise<Config | undefined> {
  const { rules, config, trust, addDir } = flags;
  const isOther = config !== undefined || trust !== undefined || addDir !== undefined;
  const other = isOther ? (await loadConfig(configRequestOf(flags))).config : undefined;
  return rules === undefined ? other : (await loadPolicy()).withRulesOf(other ?? now, rules);
}

function queryOf({ session, since }: SimulateFlags): Omit<TraceQuery, "limit"> {
  return {
    ...(session === undefined ? {} : { session }),
    ...(since === undefined ? {} : { since: parseSince(since, Date.now()) }),
  };
}

async function* watched<T>(items: AsyncIterable<T>, cancel: AbortSignal): AsyncGenerator<T> {
  for await (const item of items) {
    cancel.throwIfAborted();
    yield item;
  }
}
