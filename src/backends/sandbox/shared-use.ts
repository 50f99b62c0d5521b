import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
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
export function createSharedUse(root: string, ours: string, all: string = usersFolder()): SharedUse {
  const users = join(all, createHash("sha256").update(root).digest("hex").slice(0, 32));
  const isAlone = (): boolean => livingUsers(users).every((name) => name === ours);
  const count = (): void => {
    mkdirSync(users, { recursive: true });
    writeFileSync(join(users, ours), "");
  };
  return {
    begin: (work) => {
      const isCounted = inTurn(all, () => {
        tryTo(count);
        work();
      });
      if (!isCounted) work();
    },
    ifAlone: (work) => void inTurn(all, () => (isAlone() ? work() : undefined)),
    end: (work) =>
      void inTurn(all, () => {
        tryTo(() => unlinkSync(join(users, ours)));
        if (isAlone()) work();
        removeAbandoned(all);
      }),
  };
}

/** A name for one sandbox among all that use folders. */
export function createUserName(): string {
  return `${process.pid}-${livingProcess(process.pid)?.startTime}-${randomBytes(4).toString("hex")}`;
}

/** Whether this one is counted and there is no other user of any folder, of whatever account. */
export function isOnlyUser(ours: string, all: string = usersFolder()): boolean {
  const isOnly = tryTo(() => {
    const isShared = readdirSync(dirname(all)).some(
      (name) => name.startsWith(PREFIX) && name !== basename(all),
    );
    const users = readdirSync(all).filter((name) => USERS.test(name));
    const names = users.flatMap((name) => livingUsers(join(all, name)));
    return !isShared && names.length > 0 && names.every((name) => name === ours);
  });
  return isOnly === true;
}

const PREFIX = "deckhand-guards-";

/** Every sandbox has its own /dev/shm; the folder for temporary files may lie in a workspace. */
function usersFolder(): string {
  const folder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  return join(folder, `${PREFIX}${process.getuid?.() ?? 0}`);
}

/** Anybody may make a folder of that name before us, and then say who uses what. */
function isOurs(folder: string): boolean {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  return there?.isDirectory() === true && there.uid === process.getuid?.();
}

/** Only what is named as we name it is looked at, let alone removed. */
const USERS = /^[0-9a-f]{32}$/;
const USER = /^\d+-\d+-[0-9a-f]{8}$/;

function livingUsers(folder: string): readonly string[] {
  if (!isOurs(folder)) return [];
  const names = tryTo(() => readdirSync(folder)) ?? [];
  return names.filter((name) => {
    if (!USER.test(name)) return false;
    const [pid, startTime] = name.split("-").map(Number);
    const isLiving = pid !== undefined && livingProcess(pid)?.startTime === startTime;
    if (!isLiving) tryTo(() => unlinkSync(join(folder, name)));
    return isLiving;
  });
}

/** The folders that nobody uses any more, those of hosts that were killed among them. */
function removeAbandoned(all: string): void {
  for (const name of readdirSync(all).filter((each) => USERS.test(each))) {
    const users = join(all, name);
    if (livingUsers(users).length === 0) tryTo(() => rmdirSync(users));
  }
}

const WAIT_MS = 1;

/** No turn lasts longer than some system calls: a lock that does was left by somebody who was killed. */
const LEFT_BEHIND_MS = 1_000;

/**
 * Nothing that waits happens in a turn, so that within this process it is one step.
 * @returns false when there are no turns to be had: the folder is somebody else's, or the disk is full
 */
function inTurn(folder: string, work: () => void): boolean {
  const lock = join(folder, "lock");
  const giveUpAt = performance.now() + LEFT_BEHIND_MS;
  for (;;) {
    const got = tryLock(folder, lock);
    if (got === "locked") break;
    if (got === "never" || performance.now() > giveUpAt + LEFT_BEHIND_MS) return false;
    if (performance.now() > giveUpAt) tryTo(() => unlinkSync(lock));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
  try {
    work();
    return true;
  } finally {
    tryTo(() => unlinkSync(lock));
    tryTo(() => rmdirSync(folder));
  }
}

function tryLock(folder: string, lock: string): "locked" | "taken" | "never" {
  if (tryTo(() => mkdirSync(folder, { recursive: true, mode: 0o700 }) ?? folder) === undefined)
    return "never";
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return isOurs(folder) ? "locked" : "never";
  } catch (error) {
    // The folder goes with its last user, which may be just now.
    const isSoon = error instanceof Error && "code" in error && WORTH_WAITING.has(String(error.code));
    return isSoon ? "taken" : "never";
  }
}

const WORTH_WAITING = new Set(["EEXIST", "ENOENT"]);

function tryTo<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
