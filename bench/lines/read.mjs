import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { makeLocalContext } from "../../dist/backends/index.js";
import { read } from "../../dist/tools/index.js";
import { runChild } from "../child.mjs";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";

const BLOCK_LINES = 16_384;
const LINE = `${"x".repeat(63)}\n`;
const BLOCKS = 1024;
const OFFSET = BLOCK_LINES * BLOCKS - 1000;
const LIMIT_MB = 150;

/** A 200-line window near the end of a 1 GiB file: its time against tail and head, and the memory it takes. */
export const readLines = [
  { name: "200 lines near the end of 1 GiB, against tail | head", measure: () => withBigFile(timeIt) },
  { name: `200 lines near the end of 1 GiB, peak MB of ${LIMIT_MB}`, measure: () => withBigFile(weighIt) },
];

/** @param {(folder: string) => Promise<import("../run.mjs").Reading>} work */
function withBigFile(work) {
  return inScratch(async (folder) => {
    const stream = createWriteStream(join(folder, "big.txt"));
    const block = LINE.repeat(BLOCK_LINES);
    for (let index = 0; index < BLOCKS; index += 1) {
      if (!stream.write(block)) await once(stream, "drain");
    }
    stream.end();
    await once(stream, "close");
    return work(folder);
  });
}

/** @param {string} folder */
async function timeIt(folder) {
  const ours = async () => {
    const input = { path: "big.txt", offset: OFFSET, limit: 200 };
    const outcome = await read.invoke({ id: "r", name: "read", input }, makeLocalContext(folder));
    if (outcome.isError) throw new Error(String(outcome.output));
  };
  const peer = () => runChild("sh", ["-c", `tail -n +${OFFSET} big.txt | head -n 200`], { cwd: folder });
  return { ...(await compare(ours, peer, { rounds: 7 })), limit: 2.5 };
}

/** @param {string} folder */
async function weighIt(folder) {
  const source = `
    const { makeLocalContext } = await import(${dist("backends/index.js")});
    const { read } = await import(${dist("tools/index.js")});
    const input = { path: "big.txt", offset: ${OFFSET}, limit: 200 };
    await read.invoke({ id: "r", name: "read", input }, makeLocalContext(process.cwd()));
    console.log(process.resourceUsage().maxRSS / 1024);`;
  const { text } = await runChild(process.execPath, ["--input-type=module", "-e", source], { cwd: folder });
  const peak = Number(text);
  return { ratio: peak / LIMIT_MB, limit: 1, detail: `${peak.toFixed(0)} MB` };
}

/** @param {string} path */
function dist(path) {
  return JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);
}
