import { dirname, join } from "node:path";
import { type FileResultsLimits, pruneFileResults, realPath } from "../../backends/index.ts";
import {
  type ApprovalRule,
  type Approvals,
  type Approver,
  type Audit,
  type CallRecorder,
  canonicalDigest,
  type ControlStore,
  createApprovals,
  createAudit,
  createCallRecorder,
  createDefinitionHashes,
  createExecutor,
  createLoopGuard,
  createRedactor,
  createSpans,
  type Events,
  type Executor,
  type Granularity,
  type Ground,
  type LoopGuard,
  noApprover,
  type ProofSeal,
  type Redactor,
  type Spans,
  type StandingOf,
  surveyGround,
  type TelemetryTracer,
} from "../../control/index.ts";
import { mcpConfigPlaces } from "../../bridge/index.ts";
import { type Clock, systemTimer, type ToolContext, type TrustLevel } from "../../kernel/index.ts";
import { keepTidy, type LazyStore, type RetentionSettings } from "../../store/index.ts";
import { ulid } from "ulid";
import { configPlaces } from "../config/config-places.ts";
import { openTrail, recordPlaceOf } from "../records/open-trail.ts";
import { flushTelemetry } from "../telemetry/flush-telemetry.ts";
import { proofSealOf } from "./carried-proofs.ts";
import { createKnownSecrets, isTelling } from "./known-secrets.ts";
import type { ShellDesk, ShellSettings } from "./shell-desk.ts";
import { createStandingRules, type KeepRule, type StandingRules } from "./standing-rules.ts";

/** How a session is governed. */
export interface GovernSettings extends ShellSettings {
  /** How far whoever calls is trusted; L2 when absent. */
  readonly trust?: TrustLevel | undefined;
  /** The way to a person who may approve; nobody when absent. */
  readonly approver?: Approver | undefined;
  /** What a person has said yes to once and for all. */
  readonly rules?: readonly ApprovalRule[] | undefined;
  /** Has a rule that is made in this session written down; it holds for the session only when absent. */
  readonly keepRule?: KeepRule | undefined;
  /** The file that stands in for the user's configuration, which no tool may change. */
  readonly configFile?: string | undefined;
  /** What is remembered of calls; the user's state folder when absent. */
  readonly store?: ControlStore | undefined;
  /** Exact secrets that no record may hold; those of this process's environment when absent. */
  readonly secrets?: (() => readonly string[]) | undefined;
  /** How much of a call is remembered; C adds timing and inner state. */
  readonly granularity?: Granularity | undefined;
  /** How long traces, undo data and kept results stay. */
  readonly retention?: RetentionSettings | undefined;
  /** Who is told of calls in spans; nobody when absent. */
  readonly telemetry?: TelemetrySettings | undefined;
}

/** Where the spans of calls go. */
export interface TelemetrySettings {
  /** A tracer of OpenTelemetry's API fits as it is. */
  readonly tracer: TelemetryTracer;
  /** Whether spans tell arguments and results too, redacted and bounded. */
  readonly content?: boolean | undefined;
  /** Sends what waits, such as `forceFlush` of a tracer's provider; the session's end waits for it, but not for long. */
  readonly flush?: (() => Promise<void>) | undefined;
}

/** Everything that governs the calls of one session. */
export interface Governance {
  readonly session: string;
  readonly trust: TrustLevel;
  /** Changes whenever what is allowed does, so that an approval from before no longer holds. */
  readonly policy: string;
  readonly store: ControlStore;
  readonly audit: Audit;
  readonly recorder: CallRecorder;
  readonly events: Events;
  readonly redactor: Redactor;
  readonly spans: Spans;
  readonly approvals: Approvals;
  readonly approver: Approver;
  readonly rules: StandingRules;
  readonly executor: Executor;
  readonly loopGuard: LoopGuard;
  readonly ground: Ground;
  /** What is thought of commands and where they run; opened by the first of them. */
  readonly shellDesk: () => Promise<ShellDesk>;
  readonly proofSeal: ProofSeal;
  /** How a tool that is not Deckhand's own stands with the person. */
  readonly standingOf: StandingOf;
  readonly definitionOf: ReturnType<typeof createDefinitionHashes>;
  readonly clock: Clock;
  close(): Promise<void>;
}

/** Where a governed session works and what it is called. */
export interface GovernedPlace {
  readonly cwd: string;
  readonly addDirs: readonly string[];
  readonly session: string;
  readonly stateFolder: string;
  readonly events: Events;
  readonly store: LazyStore;
  readonly standingOf: StandingOf;
  /** What the rows of servers hold that no record may. */
  readonly secrets: () => readonly string[];
}

/** Opens what governs a session: its store, its trail, its approvals. */
export async function openGovernance(
  settings: GovernSettings,
  place: GovernedPlace,
  context: ToolContext,
): Promise<Governance> {
  const { clock } = context;
  const { trust = "L2", granularity = "B", telemetry } = settings;
  const store = await place.store.open();
  const known = settings.secrets ?? createKnownSecrets(process.env);
  const redactor = createRedactor({ secrets: () => [...known(), ...place.secrets().filter(isTelling)] });
  const { key, anchor } = await openTrail(recordPlaceOf(place.stateFolder, place.cwd), store);
  const audit = createAudit({ store, key, anchor, clock, redactor });
  const { events } = place;
  const ground = await surveyGround({
    cwd: place.cwd,
    extraRoots: place.addDirs,
    hidden: [place.stateFolder],
    guarded: configurationOf(settings, place),
    realPath,
  });
  const { sandbox, commands } = settings;
  const shell = lazyShellDesk(settings, place);
  return {
    session: place.session,
    trust,
    policy: canonicalDigest({ trust, ground, sandbox, commands }),
    store,
    audit,
    recorder: createCallRecorder({ store, audit, events, redactor, clock, granularity }),
    events,
    redactor,
    spans: createSpans({ redactor, ...telemetry }),
    approvals: createApprovals({ store, clock, newId: () => ulid() }),
    approver: settings.approver ?? noApprover,
    rules: createStandingRules(settings.rules ?? [], settings.keepRule),
    executor: createExecutor({ cache: context.state.cache, clock }),
    loopGuard: createLoopGuard({ clock }),
    ground,
    shellDesk: shell.open,
    proofSeal: proofSealOf(key, { session: place.session, clock }),
    standingOf: place.standingOf,
    definitionOf: createDefinitionHashes(),
    clock,
    close: async () => {
      await shell.close();
      await flushTelemetry(telemetry, systemTimer);
      await audit.close().catch(() => undefined);
      await tidy(store, settings, place, clock);
    },
  };
}

/** Loads what commands need with the first of them. */
function lazyShellDesk(settings: GovernSettings, place: GovernedPlace) {
  const { cwd, addDirs, stateFolder } = place;
  const hidden = [stateFolder, ...configurationOf(settings, place)];
  let opened: Promise<ShellDesk> | undefined;
  return {
    open: (): Promise<ShellDesk> =>
      (opened ??= import("./shell-desk.ts").then(({ openShellDesk }) =>
        openShellDesk(settings, { cwd, roots: addDirs, hidden }),
      )),
    // One that could not be opened, for a bad rule say, has nothing to close.
    close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close(),
  };
}

/** What tools may do and which servers are started is written there: in the user's folders, and in the file that was named in their place. */
export function configurationOf(
  { configFile }: Pick<GovernSettings, "configFile">,
  { cwd }: Pick<GovernedPlace, "cwd">,
): readonly string[] {
  const { user } = configPlaces({ cwd });
  const servers = mcpConfigPlaces(cwd, process.env).filter(({ origin }) => origin === "user");
  const folders = [...(user === undefined ? [] : [user]), ...servers.map(({ file }) => file)].map(dirname);
  return [...new Set(folders), ...(configFile === undefined ? [] : [configFile])];
}

/** What is not thrown away today goes tomorrow. */
async function tidy(
  store: ControlStore,
  { retention }: GovernSettings,
  { cwd }: GovernedPlace,
  clock: Clock,
): Promise<void> {
  const pruneResults = (limits: FileResultsLimits) =>
    pruneFileResults(join(cwd, ".deckhand/results"), limits);
  await keepTidy({ store, clock, retention, pruneResults }).catch(() => undefined);
}
