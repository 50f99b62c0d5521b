import { setImmediate as nextTurn } from "node:timers/promises";
import { Fault } from "../../kernel/index.ts";
import { createTurnstile } from "../turnstile.ts";
import type { SqliteConnection, SqliteStatements } from "./driver.ts";
import { storeFault } from "./store-fault.ts";
import { isLocked, untilFree } from "./until-free.ts";

/** A piece of work on the store. Contract: it may be run again, so it changes nothing but the store. */
export type Work<T> = (statements: SqliteStatements) => Promise<T>;

/** The one way to a database: reads go between commits, writes are committed together. */
export interface CommitQueue {
  read<T>(work: Work<T>): Promise<T>;
  /** Settles when the work is committed, in the order of the calls; `durable` waits for the disk as well. */
  write<T>(work: Work<T>, options?: { readonly durable?: boolean }): Promise<T>;
  /** Finishes what was asked for, then closes. */
  close(): Promise<void>;
}

/** What a queue works on, and how long it waits for other processes. */
export interface CommitQueueOptions {
  readonly connection: SqliteConnection;
  readonly file: string;
  readonly busyTimeoutMs: number;
}

interface Waiting {
  readonly work: Work<unknown>;
  readonly durable: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Lets everyone who calls in one turn of the event loop share one commit. */
export function createCommitQueue({ connection, file, busyTimeoutMs }: CommitQueueOptions): CommitQueue {
  let waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  // A read on the connection of an open transaction would see what is not yet kept.
  const oneAtATime = createTurnstile();
  const attempt = <T>(body: () => Promise<T>) => untilFree(() => oneAtATime(body), busyTimeoutMs);
  const setLevel = createLevelSwitch(connection);

  const drain = async (): Promise<void> => {
    for (await nextTurn(); waiting.length > 0; await nextTurn()) {
      const batch = waiting.slice(0, MOST_TOGETHER);
      waiting = waiting.slice(MOST_TOGETHER);
      await commit(batch);
    }
    draining = undefined;
  };

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await attempt(() => together(batch));
      batch.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      if (batch.length > 1 && !isLocked(error)) await commitInHalves(batch);
      else for (const { reject } of batch) reject(storeFault(file, error));
    }
  };

  /** One of several may be to blame: it is to fail alone, and the rest to stay together. */
  const commitInHalves = async (batch: readonly Waiting[]): Promise<void> => {
    const middle = Math.ceil(batch.length / 2);
    await commit(batch.slice(0, middle));
    await commit(batch.slice(middle));
  };

  const together = async (batch: readonly Waiting[]): Promise<readonly unknown[]> => {
    await setLevel(batch.some(({ durable }) => durable) ? "FULL" : "NORMAL");
    return connection.transaction(async (statements) => {
      const results: unknown[] = [];
      for (const { work } of batch) results.push(await work(statements));
      return results;
    });
  };

  const throwIfClosed = (): void => {
    if (closing !== undefined) throw new Fault("unavailable", `The store ${file} is closed.`);
  };

  return {
    read: async (work) => {
      throwIfClosed();
      return attempt(() => work(connection)).catch((error: unknown) => {
        throw storeFault(file, error);
      });
    },
    write: async <T>(work: Work<T>, { durable = false } = {}) => {
      throwIfClosed();
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, durable, resolve: resolve as Waiting["resolve"], reject });
        draining ??= drain();
      });
    },
    close: () => {
      closing ??= (async () => {
        await draining;
        await oneAtATime(() => connection.close());
      })();
      return closing;
    },
  };
}

/** More calls than this wait for the next commit, so that reads get their turn. */
const MOST_TOGETHER = 256;

/**
 * FULL syncs the log with every commit, NORMAL leaves that to the operating system, which outlives a killed process
 * but not a power cut. It cannot be changed inside a transaction, and is not told again what it is already.
 */
function createLevelSwitch(connection: SqliteConnection): (level: "FULL" | "NORMAL") => Promise<void> {
  let current: "FULL" | "NORMAL" | undefined;
  return async (level) => {
    if (level === current) return;
    current = undefined;
    await connection.exec(`PRAGMA synchronous=${level}`);
    current = level;
  };
}
