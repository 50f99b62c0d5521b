import { type Clock, Fault, type Timer } from "../../../kernel/index.ts";
import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { McpConnection } from "../wire/mcp-connection.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";
import type { ConnectServer, FleetListener, FleetRow, FleetServer, ServerState } from "./fleet.ts";
import { leftAlone, neverStarted, notApproved, notReached, stillStarting } from "./fleet-faults.ts";
import { attemptLimit, type FleetLimits, retryDelay } from "./fleet-limits.ts";
import { followLists, type ListFollower } from "./follow-lists.ts";
import { runServer, type ServerRun } from "./run-server.ts";
import { ServerRecord } from "./server-record.ts";
import { settledWithin } from "./settled-within.ts";
import { createWaiters, type Waiters } from "./waiters.ts";

/** What every server of a fleet is minded with. */
export interface Supervision {
  readonly connect: ConnectServer;
  readonly listener: FleetListener;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: () => number;
  readonly limits: FleetLimits;
}

/** What a changed configuration means for a server that stays. */
export type RowChange = "restart" | "relist" | "none";

/** Where a server stands, and what it holds as long as it stands there. */
interface Phase {
  readonly state: ServerState;
  /** Ended when the phase is left for one without it. */
  readonly run?: ServerRun;
  readonly connection?: McpConnection;
  /** By the clock that never goes back: until when others wait for it, or since when it is live. */
  readonly mark?: number;
  readonly retryAt?: number;
  /** Stops the timer of the phase. */
  readonly stop?: () => void;
  /** What those who wait for a connection are told: there is none. */
  readonly why?: Fault;
}

/** One server, minded on its own: connected when it is needed, again when it ended, left alone when it fails too often. */
export class SupervisedServer {
  readonly #supervision: Supervision;
  readonly #waiters: Waiters<McpConnection>;
  #row: FleetRow;
  #phase: Phase;
  #record: ServerRecord;
  /** Whether somebody asked for it, and nobody has disconnected it since. */
  #isWanted = false;
  /** Settles when nothing of earlier runs is left, or has had its time to go. */
  #gone: Promise<void>;

  constructor(row: FleetRow, supervision: Supervision, gone: Promise<void>) {
    this.#supervision = supervision;
    this.#waiters = createWaiters(supervision.timer);
    this.#row = row;
    this.#phase = row.pending === undefined ? { state: "idle" } : pending(row, row.pending);
    this.#record = new ServerRecord(row.remembered);
    this.#gone = gone;
  }

  get row(): FleetRow {
    return this.#row;
  }

  view(): FleetServer {
    const { id, transport } = this.#row.server;
    const { state, retryAt } = this.#phase;
    const known = this.#record.view();
    return {
      id,
      state,
      transport,
      ...(retryAt === undefined ? {} : { retryAt }),
      ...known,
      restarts: this.#isStable ? 0 : known.restarts,
    };
  }

  /** Begins to connect, unless something is under way or somebody has to do something first. */
  start(): void {
    this.#isWanted = true;
    if (this.#phase.state === "idle") this.#begin();
  }

  /** Waits while it starts and has time left to. */
  async settled(): Promise<void> {
    const { state, mark = 0 } = this.#phase;
    const ms = mark - this.#now;
    if (state === "connecting" && ms > 0) await this.#wait(ms).catch(() => undefined);
  }

  async connection(cancel?: AbortSignal): Promise<McpConnection> {
    cancel?.throwIfAborted();
    const { state, connection, why } = this.#phase;
    if (connection !== undefined) return connection;
    if (why !== undefined && (state === "pending approval" || state === "suspended")) throw why;
    this.#isWanted = true;
    const connected = this.#wait(this.#budget, cancel);
    if (state !== "connecting") this.#begin();
    return connected;
  }

  /** Begins anew, whatever was; settles when what was there is gone. */
  async reconnect(): Promise<void> {
    const { state, why } = this.#phase;
    if (why !== undefined && state === "pending approval") throw why;
    this.#isWanted = true;
    this.#record.forgive();
    this.#begin();
    await this.#gone;
  }

  /** Ends what is there, for a reason that those who wait are told; settles when it is gone. */
  async stop(why: Fault): Promise<void> {
    this.#isWanted = false;
    this.#record.forgive();
    if (this.#phase.state !== "pending approval") this.#enter({ state: "disconnected", why });
    await this.#gone;
  }

  /** Goes on with another row of the same id. */
  adopt(row: FleetRow, change: RowChange): void {
    const { pending: before } = this.#row;
    this.#row = row;
    if (change === "restart") this.#record = new ServerRecord(row.remembered);
    if (row.pending !== undefined) {
      if (row.pending !== before) this.#enter(pending(row, row.pending));
    } else if (change === "restart" || before !== undefined) {
      if (this.#isWanted) this.#begin();
      else if (before !== undefined) this.#enter({ state: "idle" });
    } else if (change === "relist") this.#phase.run?.relist();
  }

  /** Settles when nothing of earlier connections is left. */
  gone(): Promise<void> {
    return this.#gone;
  }

  #begin(): void {
    const { connect, timer, limits } = this.#supervision;
    const { server } = this.#row;
    const record = this.#record;
    const limit = attemptLimit(this.#budget, limits);
    if (record.failures > 0) record.restarts += 1;
    this.#letGo();
    const run = runServer({
      after: this.#gone,
      connect: (cancel) => connect(server, { cancel, remembered: record.remembered }),
      follow: (connection, cancel) => this.#follow(connection, cancel),
    });
    this.#enter({
      state: "connecting",
      run,
      mark: this.#now + this.#budget,
      stop: timer.after(limit, () => this.#fail(neverStarted(server.id, limit))),
    });
    void run.ready.then(
      (connection) => this.#phase.run === run && this.#goLive(run, connection),
      (error: unknown) => this.#phase.run === run && this.#fail(error),
    );
  }

  #follow(connection: McpConnection, cancel: AbortSignal): ListFollower {
    const { listener, clock, timer, limits } = this.#supervision;
    const record = this.#record;
    record.reached(connection);
    return followLists({
      connection,
      cancel,
      clock,
      timer,
      limits,
      report: (tools) => this.#report(connection, tools, cancel),
      onFault: (error) => record.notListed(error),
      onListChanged: (list) => tell(() => listener.onListChanged?.(this.#row.server.id, list)),
    });
  }

  async #report(
    { instructions, revision, remembered }: McpConnection,
    tools: readonly RemoteDefinition[],
    cancel: AbortSignal,
  ): Promise<void> {
    const { server } = this.#row;
    await this.#supervision.listener.onListing({ server, tools, instructions, revision, remembered });
    if (!cancel.aborted) this.#record.listed(tools.length);
  }

  #goLive(run: ServerRun, connection: McpConnection): void {
    this.#record.remembered = connection.remembered;
    this.#enter({ state: "live", run, connection, mark: this.#now });
    void this.#mind(run, connection);
  }

  async #mind(run: ServerRun, { ended }: McpConnection): Promise<void> {
    const { reason } = await ended;
    if (this.#phase.run !== run) return;
    if (this.#isStable) this.#record.forgive();
    this.#fail(new Fault("unavailable", reason));
  }

  #fail(error: unknown): void {
    const { limits, random } = this.#supervision;
    const { id } = this.#row.server;
    const record = this.#record;
    record.broke(error);
    if (error instanceof NeedsSignIn) return this.#enter({ state: "needs sign-in", why: error });
    // What is remembered of how it speaks may have been what was wrong.
    if (this.#phase.state === "connecting") record.remembered = undefined;
    record.failures += 1;
    if (record.failures >= limits.failures) {
      this.#retryAfter(limits.suspendedMs, { state: "suspended", why: leftAlone(id, error) });
    } else {
      const delay = retryDelay(record.failures, limits, random);
      this.#retryAfter(delay, { state: "waiting to retry", why: notReached(id, error) });
    }
  }

  #retryAfter(ms: number, phase: Phase): void {
    const { clock, timer } = this.#supervision;
    this.#enter({ ...phase, retryAt: clock.now() + ms, stop: timer.after(ms, () => this.#begin()) });
  }

  /** The one way from phase to phase: what the earlier one held is let go, and those who wait are told. */
  #enter(phase: Phase): void {
    const { listener } = this.#supervision;
    this.#letGo(phase.run);
    this.#phase = phase;
    if (phase.connection !== undefined) this.#waiters.give(phase.connection);
    else if (phase.why !== undefined) this.#waiters.refuse(phase.why);
    tell(() => listener.onState?.(this.view()));
  }

  #letGo(kept?: ServerRun): void {
    const { timer, limits } = this.#supervision;
    const { state, run, stop } = this.#phase;
    this.#phase = { state };
    stop?.();
    if (run !== undefined && run !== kept)
      this.#gone = settledWithin(Promise.all([this.#gone, run.end()]), limits.closeMs, timer);
  }

  #wait(ms: number, cancel?: AbortSignal): Promise<McpConnection> {
    return this.#waiters.wait({ ms, late: () => stillStarting(this.#row.server.id, ms), cancel });
  }

  get #now(): number {
    return this.#supervision.clock.monotonic();
  }

  get #budget(): number {
    return this.#row.server.startupTimeoutMs ?? this.#supervision.limits.startupMs;
  }

  get #isStable(): boolean {
    const { state, mark = 0 } = this.#phase;
    return state === "live" && this.#now - mark >= this.#supervision.limits.stableMs;
  }
}

function pending({ server: { id } }: FleetRow, reason: string): Phase {
  return { state: "pending approval", why: notApproved(id, reason) };
}

/** A listener that throws is its owner's matter. */
function tell(tellListener: () => void): void {
  try {
    tellListener();
  } catch {
    return;
  }
}
