import { createHash } from "node:crypto";
import { closeSync, lstatSync, openSync, unlinkSync } from "node:fs";
import { constants } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { FsFault, type FsFaultPlace } from "../../kernel/index.ts";
import type { Confinement } from "./confinement.ts";
import { failedWith } from "./fs-faults.ts";
import type { Target } from "./target.ts";
import { tempName } from "./temp-file.ts";

const POLL_MS = 2;

/** No claim is held for longer than a few system calls: one that lasts was left by somebody who was killed. */
const LEFT_BEHIND_MS = 1_000;

/**
 * Does work on a name that no other process may work on meanwhile.
 * The work does not wait for anything, so nothing else in this process can come in between either.
 */
export async function whileClaimed<T>(
  { ways }: Confinement,
  { folder, name }: Target,
  place: FsFaultPlace,
  work: () => T,
): Promise<T> {
  const at = ways.inside(folder, tempName(createHash("sha256").update(name).digest("hex")));
  const giveUpAt = performance.now() + 2 * LEFT_BEHIND_MS;
  let seen = { ino: -1n, since: 0 };
  while (!tryClaim(at)) {
    const ino = lstatSync(at, { bigint: true, throwIfNoEntry: false })?.ino ?? -1n;
    if (ino !== seen.ino) seen = { ino, since: performance.now() };
    else if (performance.now() - seen.since > LEFT_BEHIND_MS) release(at);
    if (performance.now() > giveUpAt) throw new FsFault("EBUSY", place, { hint: "Repeat the call." });
    await sleep(POLL_MS);
  }
  try {
    return work();
  } finally {
    release(at);
  }
}

function tryClaim(at: string): boolean {
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    closeSync(openSync(at, flags, 0o600));
    return true;
  } catch (error) {
    if (failedWith(error, "EEXIST")) return false;
    throw error;
  }
}

function release(at: string): void {
  try {
    unlinkSync(at);
  } catch {
    // Somebody took it for a leftover, which it is now.
  }
}
