import { setTimeout as sleep } from "node:timers/promises";
import { makeLocalContext } from "../../dist/backends/index.js";
import { process as processTool } from "../../dist/tools/index.js";
import { inScratch } from "../scratch.mjs";

const JOBS = 50;
const POLL_MS = 100;
const WALL_MS = 5_000;
const SHARE = 0.05;

/** What watching over many jobs that say nothing costs, as a share of one core. */
export const jobLines = [
  {
    name: "50 silent jobs polled at 10 Hz",
    measure: () =>
      inScratch(async (folder) => {
        const ctx = makeLocalContext(folder);
        try {
          for (let job = 0; job < JOBS; job += 1)
            await call(ctx, { action: "start", command: "exec sleep 600" });
          await pollFor(ctx, 500);
          const before = process.cpuUsage();
          const wallMs = await pollFor(ctx, WALL_MS);
          const { user, system } = process.cpuUsage(before);
          const share = (user + system) / 1000 / wallMs;
          return { ratio: share / SHARE, limit: 1, detail: `${(share * 100).toFixed(2)} % of a core` };
        } finally {
          await ctx.state.jobs.close();
        }
      }),
  },
];

/**
 * @param {import("../../dist/kernel/index.js").ToolContext} ctx
 * @param {number} ms
 * @returns {Promise<number>} How long it really took.
 */
async function pollFor(ctx, ms) {
  const startedAt = performance.now();
  for (let due = startedAt; due < startedAt + ms; due += POLL_MS) {
    for (let job = 1; job <= JOBS; job += 1) await call(ctx, { action: "poll", id: `job-${job}` });
    await sleep(Math.max(0, due + POLL_MS - performance.now()));
  }
  return performance.now() - startedAt;
}

/**
 * @param {import("../../dist/kernel/index.js").ToolContext} ctx
 * @param {Record<string, string>} input
 */
async function call(ctx, input) {
  const outcome = await processTool.invoke({ id: "p", name: "process", input }, ctx);
  if (outcome.isError) throw new Error(String(outcome.output));
}
