// Prints what one idle stdio server costs on our side, in MB: what this process grew by, and what minds the server.
// Usage: node --expose-gc idle-memory.mjs FOLDER
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { newConnector, openFleet, rowsOf, SCRIPTS } from "./servers.mjs";

const WARM = 6;
const SERVERS = 30;
const KB_PER_MB = 1024;

const [folder = "."] = process.argv.slice(2);
const connect = newConnector();
const warm = await openFleet(rowsOf(WARM, folder), connect);
const before = await settledKb();
const { fleet } = await openFleet(rowsOf(SERVERS, folder), connect);
const grown = (await settledKb()) - before;
console.log((grown / SERVERS + mindersKb() / (SERVERS + WARM)) / KB_PER_MB);
await Promise.all([fleet.close(), warm.fleet.close()]);

/** What this process holds once nothing is left to be collected. */
async function settledKb() {
  for (let round = 0; round < 5; round += 1) {
    globalThis.gc?.();
    await sleep(100);
  }
  return process.memoryUsage.rss() / 1024;
}

/** What every process holds that we started and that is not itself a server. */
function mindersKb() {
  const ours = new Set([process.pid]);
  const rows = processes();
  for (let found = 0; found !== ours.size;) {
    found = ours.size;
    for (const { pid, parent } of rows) if (ours.has(parent)) ours.add(pid);
  }
  const minders = rows.filter(({ pid, isServer }) => ours.has(pid) && pid !== process.pid && !isServer);
  return minders.reduce((sum, { pid }) => sum + shareKb(pid), 0);
}

function processes() {
  return readdirSync("/proc").flatMap((name) => {
    try {
      const pid = Number(name);
      const [, parent = ""] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
      const [program = "", script = ""] = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
      const isServer = program === process.execPath && Object.values(SCRIPTS).includes(script);
      return [{ pid, parent: Number(parent), isServer }];
    } catch {
      return [];
    }
  });
}

/**
 * The share of a process in what it holds together with others.
 * @param {number} pid
 */
function shareKb(pid) {
  const [, kb = "0"] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1")) ?? [];
  return Number(kb);
}
