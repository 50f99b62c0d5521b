import { type Clock, systemClock, type Timer } from "../../../kernel/index.ts";
import { diffServers } from "../config/diff-servers.ts";
import { backgroundTimer } from "./background-timer.ts";
import type { ConnectServer, Fleet, FleetListener, FleetRow } from "./fleet.ts";
import { fleetClosed, unknownServer, wasDisconnected, wasRemoved } from "./fleet-faults.ts";
import { FLEET_LIMITS, type FleetLimits } from "./fleet-limits.ts";
import { type RowChange, SupervisedServer, type Supervision } from "./supervised-server.ts";

/** What a fleet is made of. */
export interface FleetOptions {
  /** Of rows with one id the first counts. */
  readonly rows: readonly FleetRow[];
  readonly connect: ConnectServer;
  readonly listener: FleetListener;
  readonly clock?: Clock;
  /** One that does not keep the process alive, when absent. */
  readonly timer?: Timer;
  /** Between 0 and 1, for waits that differ. */
  readonly random?: () => number;
  readonly limits?: Partial<FleetLimits>;
}

/** Makes a fleet of these servers; none is started before somebody asks for it. */
export function createFleet(options: FleetOptions): Fleet {
  const { connect, listener, clock = systemClock, timer = backgroundTimer, random = Math.random } = options;
  const limits = { ...FLEET_LIMITS, ...options.limits };
  return new MindedFleet(options.rows, { connect, listener, clock, timer, random, limits });
}

class MindedFleet implements Fleet {
  readonly #supervision: Supervision;
  /** In the order of the rows. */
  #members: ReadonlyMap<string, SupervisedServer> = new Map();
  /** Of servers that are no longer in the fleet: one of the same id begins when they are gone. */
  readonly #leaving = new Map<string, Promise<void>>();
  #startsAll = false;
  #closing: Promise<void> | undefined;

  constructor(rows: readonly FleetRow[], supervision: Supervision) {
    this.#supervision = supervision;
    this.#take(rows);
  }

  servers() {
    return Array.from(this.#members.values(), (member) => member.view());
  }

  server(id: string) {
    return this.#members.get(id)?.view();
  }

  start(ids?: readonly string[]): void {
    const members = this.#chosen(ids);
    if (ids === undefined) this.#startsAll = true;
    for (const member of members) member.start();
  }

  async settled(ids?: readonly string[]): Promise<void> {
    await Promise.all(this.#chosen(ids).map((member) => member.settled()));
  }

  async connection(id: string, cancel?: AbortSignal) {
    return this.#member(id).connection(cancel);
  }

  async reconnect(id: string): Promise<void> {
    await this.#member(id).reconnect();
  }

  async disconnect(id: string): Promise<void> {
    await this.#member(id).stop(wasDisconnected(id));
  }

  async update(rows: readonly FleetRow[]): Promise<void> {
    this.#refuseClosed();
    this.#take(rows);
    await Promise.all([...this.#leaving.values(), ...this.#goings()]);
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#closeAll());
  }

  async #closeAll(): Promise<void> {
    const members = [...this.#members.values()];
    await Promise.all([...this.#leaving.values(), ...members.map((member) => member.stop(fleetClosed()))]);
  }

  #take(rows: readonly FleetRow[]): void {
    const wanted = firstById(rows);
    const changes = changesBetween([...this.#members.values()], [...wanted.values()]);
    for (const [id, member] of this.#members) if (!wanted.has(id)) this.#dismiss(id, member);
    const before = this.#members;
    this.#members = new Map(Array.from(wanted, ([id, row]) => [id, before.get(id) ?? this.#enlist(id, row)]));
    for (const [id, row] of wanted) {
      if (before.has(id)) before.get(id)?.adopt(row, changes.get(id) ?? "none");
      else if (this.#startsAll) this.#members.get(id)?.start();
    }
  }

  #enlist(id: string, row: FleetRow): SupervisedServer {
    return new SupervisedServer(row, this.#supervision, this.#leaving.get(id) ?? Promise.resolve());
  }

  #dismiss(id: string, member: SupervisedServer): void {
    const left = member.stop(wasRemoved(id)).finally(() => {
      if (this.#leaving.get(id) === left) this.#leaving.delete(id);
    });
    this.#leaving.set(id, left);
  }

  #goings(): Promise<void>[] {
    return Array.from(this.#members.values(), (member) => member.gone());
  }

  #chosen(ids: readonly string[] | undefined): readonly SupervisedServer[] {
    this.#refuseClosed();
    return ids === undefined ? [...this.#members.values()] : ids.map((id) => this.#member(id));
  }

  #member(id: string): SupervisedServer {
    this.#refuseClosed();
    const member = this.#members.get(id);
    if (member === undefined) throw unknownServer(id, [...this.#members.keys()]);
    return member;
  }

  #refuseClosed(): void {
    if (this.#closing !== undefined) throw fleetClosed();
  }
}

function firstById(rows: readonly FleetRow[]): Map<string, FleetRow> {
  const byId = new Map<string, FleetRow>();
  for (const row of rows) if (!byId.has(row.server.id)) byId.set(row.server.id, row);
  return byId;
}

/** What a new configuration means for each server that stays. */
function changesBetween(
  members: readonly SupervisedServer[],
  rows: readonly FleetRow[],
): Map<string, RowChange> {
  const { changed, adjusted } = diffServers(
    members.map(({ row }) => row.server),
    rows.map(({ server }) => server),
  );
  return new Map<string, RowChange>([
    ...changed.map(({ after }) => [after.id, "restart"] as const),
    ...adjusted.map(({ after }) => [after.id, "relist"] as const),
  ]);
}
