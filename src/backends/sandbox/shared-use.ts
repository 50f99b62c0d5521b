import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { livingProcess } from "../local/process-table.ts";

/** The sandboxes, also of several processes, that use the same folder at the same time. */
export interface SharedUse {
  /** Counts this one among the users and does the work. */
  begin(work: () => void): void;
  /** Does the work if there is no other user. */
  ifAlone(work: () => void): void;
  /** No longer counts this one, and does the work if there is no other user. */
  end(work: () => void): void;
}

/**
 * Counts the users of a folder, each by a file out of reach of its commands; of all the work, one piece is done at a time.
 * Only the last user may remove a file that covers something in its sandbox: with the file the cover goes in every other.
 * Where users cannot be counted nobody is the last, and what is harmless stays.
 */
export function createSharedUse(root: string): SharedUse {
  const all = join(tmpdir(), `deckhand-guards-${process.getuid?.() ?? 0}`);
  const users = join(all, createHash("sha256").update(root).digest("hex").slice(0, 32));
  const ours = `${process.pid}-${livingProcess(process.pid)?.startTime}-${randomBytes(4).toString("hex")}`;
  const isAlone = (): boolean => livingUsers(users).every((name) => name === ours);
  if (!isOurs(all)) return { begin: (work) => work(), ifAlone: () => undefined, end: () => undefined };
  return {
    begin: (work) =>
      inTurn(all, () => {
        mkdirSync(users, { recursive: true });
        writeFileSync(join(users, ours), "");
        work();
      }),
    ifAlone: (work) => inTurn(all, () => (isAlone() ? work() : undefined)),
    end: (work) =>
      inTurn(all, () => {
        tryTo(() => unlinkSync(join(users, ours)));
        if (isAlone()) work();
        removeAbandoned(all);
      }),
  };
}

/** Anybody may make a folder of that name before us, and then say who uses what. */
function isOurs(folder: string): boolean {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  return there === undefined || (there.isDirectory() && there.uid === process.getuid?.());
}

function livingUsers(folder: string): readonly string[] {
  const names = tryTo(() => readdirSync(folder)) ?? [];
  return names.filter((name) => {
    const [pid, startTime] = name.split("-").map(Number);
    const isLiving = pid !== undefined && livingProcess(pid)?.startTime === startTime;
    if (!isLiving) tryTo(() => unlinkSync(join(folder, name)));
    return isLiving;
  });
}

/** The folders that nobody uses any more, those of hosts that were killed among them. */
function removeAbandoned(all: string): void {
  for (const name of readdirSync(all)) {
    const users = join(all, name);
    if (livingUsers(users).length === 0) tryTo(() => rmdirSync(users));
  }
}

const WAIT_MS = 1;

/** No turn lasts longer than some system calls: a lock that does was left by somebody who was killed. */
const LEFT_BEHIND_MS = 1_000;

/** Nothing that waits happens in a turn, so that within this process it is one step. */
function inTurn(folder: string, work: () => void): void {
  const lock = join(folder, "lock");
  const giveUpAt = performance.now() + LEFT_BEHIND_MS;
  while (!tryLock(folder, lock)) {
    if (performance.now() > giveUpAt) tryTo(() => unlinkSync(lock));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
  try {
    work();
  } finally {
    tryTo(() => unlinkSync(lock));
    tryTo(() => rmdirSync(folder));
  }
}

function tryLock(folder: string, lock: string): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const descriptor = tryTo(() => openSync(lock, "wx", 0o600));
  if (descriptor === undefined) return false;
  closeSync(descriptor);
  return true;
}

function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
