import { resolve } from "node:path";
import { localFiles, makeLocalContext, reapSurvivors, refuseJobs } from "../backends/index.ts";
import { createEvents, type EventListener } from "../control/index.ts";
import { type DeckContext, deckRows, frameworkOf } from "../deck/index.ts";
import {
  type Caller,
  type CapabilityRow,
  type DefinedTool,
  Fault,
  isCancellation,
  type StagedChange,
  type ToolBox,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
  untilCancelled,
} from "../kernel/index.ts";
import { providerName } from "../ledger/index.ts";
import {
  createLazyStore,
  createSessionCells,
  type LazyStore,
  stateFolder,
  workspaceFolder,
} from "../store/index.ts";
import { composeBriefing } from "./briefing/compose-briefing.ts";
import type { GovernedOutcome } from "./governed/helm.ts";
import { governanceOf, type SessionPart } from "./governed/governance-of.ts";
import { dispatchPlainly } from "./dispatch-plainly.ts";
import { findCall } from "./find-call.ts";
import { limitedDelegate } from "./limited-delegate.ts";
import { intercepted } from "./intercepted.ts";
import { loadRows } from "./load-rows.ts";
import { createLiveOffer } from "./live-offer.ts";
import type { SessionMcp } from "./mcp/session-mcp.ts";
import { type RecordPlace, recordPlaceOf } from "./records/open-trail.ts";
import { createOffer } from "./offered-rows.ts";
import { failed, rehearse } from "./rehearse.ts";
import { createRunningCalls } from "./running-calls.ts";
import type { SessionSettings } from "./session-settings.ts";

/** How one call is to be made. */
export interface CallOptions {
  readonly cancel?: AbortSignal;
  /** Run on a staged copy and keep nothing. */
  readonly dryRun?: boolean;
  /** The approval that lets a governed call through. */
  readonly approval?: string;
  /** Whether the outcome should hold proofs of what was seen, which a later call may carry as its `proof` argument. */
  readonly proofs?: boolean;
}

/** What came of a call. */
export interface SessionOutcome extends ToolOutcome {
  /** What a dry run would have changed. */
  readonly staged?: readonly StagedChange[];
  /** The tool through which the call came, when it was not called itself. */
  readonly via?: string;
  /** In a governed session: the id under which the call is remembered. */
  readonly trace?: string;
  /** In a governed session: what a person has to approve before the same call runs. */
  readonly approval?: GovernedOutcome["approval"];
  /** Proofs of what was seen, where they were asked for. */
  readonly proofs?: GovernedOutcome["proofs"];
}

/** What a call that another made is known by. */
interface InnerOptions extends CallOptions {
  readonly parent?: string | undefined;
}

/** One running session: the tools on offer and the context they share. */
export interface Session {
  readonly cwd: string;
  /** Whether a model is shown only how to find tools, and what is pinned. */
  readonly deferred: boolean;
  /** Everything that is known now, in deck order; remote tools come and go with their servers. */
  readonly rows: readonly CapabilityRow[];
  /** What was asked for and could not be had, in sentences. */
  readonly notes: readonly string[];
  /** Other people's tools and the servers behind them. */
  readonly mcp: SessionMcp | undefined;
  /** Settles when the tools of every server are known, or it is known that they are not to be had now. */
  ready(): Promise<void>;
  /** The tool of this wire name or node path; an unknown one is an `unknown_tool` fault that says what exists. */
  tool(name: string): Promise<DefinedTool>;
  /** What a model is shown: every tool that can be called, or in deferred mode how to find them and what is pinned. */
  advertised(): Promise<readonly DefinedTool[]>;
  /** Makes one call; everything but cancellation comes back as an outcome. */
  call(call: ToolCall, options?: CallOptions): Promise<SessionOutcome>;
  /** The advertised tools together with what runs them. */
  box(): Promise<ToolBox>;
  /** A system prompt that tells a model what is really there. */
  briefing(): Promise<string>;
  /** Asks to be told of every event whose type begins with a prefix, such as `tool.`; returns what ends that. */
  subscribe(prefix: string, listener: EventListener): () => void;
  /** Cancels running calls and ends every background job, whatever it does; may be called again. */
  close(): Promise<void>;
}

/** Opens a session on the local machine; it shares nothing with any other, and nothing closes it by itself. */
export function openSession(settings: SessionSettings): Session {
  const cwd = resolve(settings.cwd);
  const addDirs = (settings.addDirs ?? []).map((dir) => resolve(cwd, dir));
  const home = settings.stateFolder ?? stateFolder();
  const store = lazyStoreOf(settings, recordPlaceOf(home, cwd));
  const cells =
    settings.name === undefined
      ? undefined
      : createSessionCells(() => store.open(), settings.name, { earlier: workspaceFolder(home, cwd) });
  const context: ToolContext = makeLocalContext(cwd, {
    roots: addDirs,
    caller: { call: (name, input, cancel) => call({ id: `via-${name}`, name, input }, { cancel }) },
    ...(cells === undefined ? {} : { cells }),
    ...(settings.stays === true ? {} : { jobs: refuseJobs }),
    ...(settings.web === undefined ? {} : { web: settings.web }),
    ...(settings.clock === undefined ? {} : { clock: settings.clock }),
    ...(settings.asker === undefined ? {} : { asker: settings.asker }),
    ...(settings.onProgress === undefined ? {} : { progress: settings.onProgress }),
  });
  const deck: DeckContext = {
    cwd,
    context: () => ({ ...context }),
    framework: frameworkOf({
      ...settings,
      memoryStore: settings.memoryStore ?? cells?.memory,
      delegate: limitedDelegate(settings),
    }),
  };
  const deferred = settings.deferred === true;
  const hasTools = settings.tools !== false;
  const stays = settings.stays === true;
  const builtins = deckRows("all", deck).map(({ name }) => name);
  const mcp = hasTools ? settings.mcp?.({ store, clock: context.clock, builtins, stays }) : undefined;
  const offer = createLiveOffer({ make: createOffer(settings, deck), mcp, deferred, hasTools });
  const events = createEvents();
  const standingOf = (name: string) => mcp?.standingOf(name);
  const secrets = () => mcp?.secrets() ?? [];
  const place = { cwd, addDirs, events, store, stateFolder: home, standingOf, secrets };
  const governance = governanceOf(settings, place, context);
  const running = createRunningCalls();
  const reaped = settings.stays === true ? reapSurvivors(cwd).catch(() => undefined) : undefined;
  let closing: Promise<void> | undefined;
  return {
    cwd,
    deferred,
    get rows() {
      return offer.rows();
    },
    get notes() {
      return offer.notes();
    },
    mcp,
    ready: async () => mcp?.ready(),
    tool: async (name) => (await offer.find(name)).load(),
    advertised,
    call,
    box,
    briefing: async () =>
      composeBriefing({
        tools: (await advertised()).map(({ name, summary, description }) => ({
          name: providerName(name),
          summary,
          description,
        })),
        hidden: offer.hidden(),
        cwd,
        addDirs,
        now: context.clock.now(),
      }),
    subscribe: (prefix, listener) => events.subscribe(prefix, listener),
    close: () => (closing ??= close()),
  };

  async function call(request: ToolCall, options: InnerOptions = {}): Promise<SessionOutcome> {
    if (closing !== undefined) return failed(request, isClosed());
    const run = running.begin(options.cancel);
    const ctx = { ...context, cancel: run.cancel };
    const part = partIn(options, run.cancel);
    try {
      return await (governance === undefined
        ? dispatchPlainly(request, ctx, part)
        : governance.dispatch({ ...options, request }, ctx, part));
    } catch (error) {
      // Somebody else's code may give up by itself, which is a failure like any other.
      if (run.cancel.aborted && isCancellation(error, run.cancel)) throw error;
      return failed(request, error);
    } finally {
      run.end();
    }
  }

  function partIn({ dryRun }: InnerOptions, cancel: AbortSignal): SessionPart {
    return {
      find: (request) => untilCancelled(findCall(request, offer), cancel),
      intercept: async (found, next) => {
        const outcome = await intercepted(found.request, found.tool, settings.addons ?? [], next);
        return found.via === undefined ? outcome : { ...outcome, via: found.via };
      },
      run: ({ tool, request }, ctx) =>
        dryRun === true ? rehearse(tool, request, ctx) : tool.invoke(request, ctx),
      widen: (roots) => localFiles([cwd, ...addDirs, ...roots], context.state.results),
      callerOf,
    };
  }

  function callerOf(trace: string): Caller {
    return {
      call: (name, input, cancel) => call({ id: `via-${name}`, name, input }, { cancel, parent: trace }),
    };
  }

  async function advertised(): Promise<readonly DefinedTool[]> {
    await mcp?.ready();
    return (await loadRows(offer.shown())).tools;
  }

  async function box(): Promise<ToolBox> {
    const tools = await advertised();
    return {
      descriptors: () => tools.map((tool) => ({ ...tool.descriptor(), name: providerName(tool.name) })),
      runner: { run: (request, cancel) => call(request, cancel === undefined ? {} : { cancel }) },
    };
  }

  async function close(): Promise<void> {
    running.cancelAll(new Fault("cancelled", "The session was closed."));
    await reaped;
    await context.state.jobs.close();
    await running.ended(PATIENCE_MS);
    await mcp?.close();
    await governance?.close();
    await store.close();
  }
}

/** One store for everything a session remembers; one that was given stays open, for it is its giver's. */
function lazyStoreOf({ govern, clock }: SessionSettings, place: RecordPlace): LazyStore {
  const given = govern === false ? undefined : govern?.store;
  const lazy = createLazyStore(async () => {
    if (given !== undefined) return given;
    const { openStore } = await import("./records/open-store.ts");
    return openStore(place, clock);
  });
  return given === undefined ? lazy : { ...lazy, close: () => Promise.resolve() };
}

/** How long a call that was cancelled may take to notice. */
const PATIENCE_MS = 2_000;

function isClosed(): Fault {
  return new Fault("unavailable", "The session is closed.", { hint: "Open a new session." });
}
