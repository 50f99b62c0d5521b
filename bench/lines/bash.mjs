import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { makeLocalContext } from "../../dist/backends/index.js";
import { bash } from "../../dist/tools/index.js";
import { runChild } from "../child.mjs";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";

const FLOOD = "yes 'compiled another file without a complaint' | head -c 100000000";
const MOST_GROWTH = 60 * 1024 * 1024;

/** @typedef {ReturnType<typeof makeLocalContext>} Context */

/** What the bash tool adds to the processes it starts and to the bytes they print. */
export const bashLines = [
  {
    name: "bash true, against the same launch line spawned by hand",
    measure: () =>
      inScratch(async (folder) => {
        const ctx = makeLocalContext(folder);
        const line = await launchLineOf(ctx);
        const reading = await compare(
          () => run("true", ctx),
          () => byHand(line, folder),
          { rounds: 41 },
        );
        return { ...reading, limit: 1.5 };
      }),
  },
  {
    name: "bash with 100 MB of output, against draining the same command",
    measure: () =>
      inScratch(async (folder) => {
        const ctx = makeLocalContext(folder);
        const reading = await compare(
          () => run(FLOOD, ctx),
          () => runChild("bash", ["-c", FLOOD], { cwd: folder }),
          { rounds: 7 },
        );
        return { ...reading, limit: 3 };
      }),
  },
  {
    name: "memory for 100 MB of bash output, against 60 MB",
    measure: () =>
      inScratch(async (folder) => {
        const args = ["--input-type=module", "-e", growthProgram(folder)];
        const growth = Number((await runChild(process.execPath, args)).text);
        return { ratio: growth / MOST_GROWTH, limit: 1, detail: `${(growth / 1024 ** 2).toFixed(1)} MiB` };
      }),
  },
];

/**
 * @param {string} command
 * @param {Context} ctx
 */
async function run(command, ctx) {
  const outcome = await bash.invoke({ id: "b", name: "bash", input: { command } }, ctx);
  if (outcome.isError) throw new Error(String(outcome.output));
}

/**
 * Reads from a running command what was started for it.
 * @param {Context} ctx
 */
async function launchLineOf({ shell }) {
  const handle = await shell.spawn("sleep 60");
  const [program = "", ...args] = await pieces(`/proc/${handle.pid}/cmdline`);
  const env = Object.fromEntries(
    (await pieces(`/proc/${handle.pid}/environ`)).map((pair) => {
      const cut = pair.indexOf("=");
      return [pair.slice(0, cut), pair.slice(cut + 1).replace(/^sleep 60$/, "true")];
    }),
  );
  handle.kill("SIGKILL");
  await new Promise((resolve) => handle.onExit(resolve));
  return { program, args: args.map((arg) => (arg === "sleep 60" ? "true" : arg)), env };
}

/** @param {string} path */
async function pieces(path) {
  return (await readFile(path, "utf8")).split("\0").slice(0, -1);
}

/**
 * @param {{ program: string, args: string[], env: Record<string, string> }} line
 * @param {string} cwd
 */
function byHand({ program, args, env }, cwd) {
  return new Promise((resolve, reject) => {
    const stdio = /** @type {const} */ (["ignore", "pipe", "pipe", "pipe"]);
    const child = spawn(program, args, { cwd, env, detached: true, stdio: [...stdio] });
    for (const stream of child.stdio) stream?.on("data", () => undefined);
    child.on("error", reject);
    child.on("close", resolve);
  });
}

/**
 * A program that prints by how many bytes it grew, at most, while a command printed.
 * @param {string} folder
 */
function growthProgram(folder) {
  const dist = new URL("../../dist/", import.meta.url);
  return `
    import { makeLocalContext } from ${JSON.stringify(new URL("backends/index.js", dist))};
    import { bash } from ${JSON.stringify(new URL("tools/index.js", dist))};
    const ctx = makeLocalContext(${JSON.stringify(folder)});
    const run = (command) => bash.invoke({ id: "b", name: "bash", input: { command } }, ctx);
    await run("seq 1 1000");
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()); }, 2);
    await run(${JSON.stringify(FLOOD)});
    clearInterval(timer);
    console.log(most - before);`;
}
