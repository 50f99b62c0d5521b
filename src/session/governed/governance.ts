import { join } from "node:path";
import {
  type Approvals,
  type Approver,
  askAboutEveryCommand,
  type Audit,
  auditKeyFrom,
  type CallRecorder,
  type ControlStore,
  createApprovals,
  createAudit,
  createCallRecorder,
  createDefinitionHashes,
  createEvents,
  createExecutor,
  createLoopGuard,
  createRedactor,
  type Events,
  type Executor,
  type Ground,
  type JudgeCommand,
  type LoopGuard,
  noApprover,
  parseAuditKey,
  surveyGround,
} from "../../control/index.ts";
import type { Clock, ToolContext, TrustLevel } from "../../kernel/index.ts";
import {
  createFileAnchor,
  keepKeyFile,
  openSqliteStore,
  readKeyFile,
  workspaceFolder,
} from "../../store/index.ts";
import { ulid } from "ulid";
import { realPath } from "./real-path.ts";

/** How a session is governed. */
export interface GovernSettings {
  readonly trust: TrustLevel;
  /** The way to a person who may approve; nobody when absent. */
  readonly approver?: Approver;
  /** Judges commands; every one is asked about when absent. */
  readonly judgeCommand?: JudgeCommand;
  /** What is remembered of calls; the user's state folder when absent. */
  readonly store?: ControlStore;
  /** Exact secrets that no record may hold. */
  readonly secrets?: () => readonly string[];
}

/** Everything that governs the calls of one session. */
export interface Governance {
  readonly session: string;
  readonly trust: TrustLevel;
  readonly store: ControlStore;
  readonly audit: Audit;
  readonly recorder: CallRecorder;
  readonly events: Events;
  readonly approvals: Approvals;
  readonly approver: Approver;
  readonly executor: Executor;
  readonly loopGuard: LoopGuard;
  readonly ground: Ground;
  readonly judgeCommand: JudgeCommand;
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
}

/** Opens what governs a session: its store, its trail, its approvals. */
export async function openGovernance(
  settings: GovernSettings,
  place: GovernedPlace,
  context: ToolContext,
): Promise<Governance> {
  const { clock } = context;
  const folder = workspaceFolder(place.stateFolder, place.cwd);
  const store = settings.store ?? (await openSqliteStore({ file: join(folder, "deckhand.db") }));
  const redactor = createRedactor({ secrets: settings.secrets ?? (() => []) });
  const key = await keyFor(place.stateFolder, store);
  const anchor = createFileAnchor(join(place.stateFolder, "anchors", `${folderName(folder)}.json`));
  const audit = createAudit({ store, key, anchor, clock, redactor });
  const events = createEvents();
  return {
    session: place.session,
    trust: settings.trust,
    store,
    audit,
    recorder: createCallRecorder({ store, audit, events, redactor, clock }),
    events,
    approvals: createApprovals({ store, clock, newId: () => ulid() }),
    approver: settings.approver ?? noApprover,
    executor: createExecutor({ cache: context.state.cache, clock }),
    loopGuard: createLoopGuard({ clock }),
    ground: await surveyGround({
      cwd: place.cwd,
      extraRoots: place.addDirs,
      hidden: [place.stateFolder],
      realPath,
    }),
    judgeCommand: settings.judgeCommand ?? askAboutEveryCommand,
    definitionOf: createDefinitionHashes(),
    clock,
    close: async () => {
      await audit.close().catch(() => undefined);
      if (settings.store === undefined) await store.close();
    },
  };
}

/** The key stands outside of every workspace; a trail that has begun never gets another. */
async function keyFor(folder: string, store: ControlStore): Promise<Uint8Array> {
  const { key, fresh } = auditKeyFrom(await readKeyFile(folder), await store.auditHead());
  return fresh === undefined ? key : parseAuditKey(await keepKeyFile(folder, fresh));
}

function folderName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
