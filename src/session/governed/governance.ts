import { join } from "node:path";
import { type FileResultsLimits, pruneFileResults } from "../../backends/index.ts";
import {
  type ApprovalRule,
  type Approvals,
  type Approver,
  askAboutEveryCommand,
  type Audit,
  type CallRecorder,
  canonicalDigest,
  type Containment,
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
  type JudgeCommand,
  type LoopGuard,
  noApprover,
  type ProofSeal,
  type Redactor,
  type Spans,
  surveyGround,
  type TelemetryTracer,
} from "../../control/index.ts";
import type { Clock, ToolContext, TrustLevel } from "../../kernel/index.ts";
import { keepTidy, type LazyStore, type RetentionSettings } from "../../store/index.ts";
import { ulid } from "ulid";
import { openTrail, recordPlaceOf } from "../records/open-trail.ts";
import { proofSealOf } from "./carried-proofs.ts";
import { knownSecrets } from "./known-secrets.ts";
import { realPath } from "./real-path.ts";
import { createStandingRules, type KeepRule, type StandingRules } from "./standing-rules.ts";

/** How a session is governed. */
export interface GovernSettings {
  /** How far whoever calls is trusted; L2 when absent. */
  readonly trust?: TrustLevel | undefined;
  /** The way to a person who may approve; nobody when absent. */
  readonly approver?: Approver | undefined;
  /** What a person has said yes to once and for all. */
  readonly rules?: readonly ApprovalRule[] | undefined;
  /** Has a rule that is made in this session written down; it holds for the session only when absent. */
  readonly keepRule?: KeepRule | undefined;
  /** False when commands are to run without a sandbox, which only the user's own configuration may say. */
  readonly sandbox?: false | undefined;
  /** Judges commands; every one is asked about when absent. */
  readonly judgeCommand?: JudgeCommand | undefined;
  /** What is remembered of calls; the user's state folder when absent. */
  readonly store?: ControlStore | undefined;
  /** Exact secrets that no record may hold; those of this process's environment when absent. */
  readonly secrets?: (() => readonly string[]) | undefined;
  /** How much of a call is remembered; C adds timing and inner state. */
  readonly granularity?: Granularity | undefined;
  /** How long traces, undo data and kept results stay. */
  readonly retention?: RetentionSettings | undefined;
  /** Where spans go, and whether they tell arguments and results too. */
  readonly telemetry?: { readonly tracer: TelemetryTracer; readonly content?: boolean } | undefined;
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
  /** What holds commands back. */
  readonly containment: Containment;
  readonly judgeCommand: JudgeCommand;
  readonly proofSeal: ProofSeal;
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
  const redactor = createRedactor({ secrets: settings.secrets ?? (() => knownSecrets(process.env)) });
  const { key, anchor } = await openTrail(recordPlaceOf(place.stateFolder, place.cwd), store);
  const audit = createAudit({ store, key, anchor, clock, redactor });
  const { events } = place;
  const ground = await surveyGround({
    cwd: place.cwd,
    extraRoots: place.addDirs,
    hidden: [place.stateFolder],
    realPath,
  });
  return {
    session: place.session,
    trust,
    policy: canonicalDigest({ trust, ground }),
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
    containment: settings.sandbox === false ? "waived" : "missing",
    judgeCommand: settings.judgeCommand ?? askAboutEveryCommand,
    proofSeal: proofSealOf(key, { session: place.session, clock }),
    definitionOf: createDefinitionHashes(),
    clock,
    close: async () => {
      await audit.close().catch(() => undefined);
      await tidy(store, settings, place, clock);
    },
  };
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
