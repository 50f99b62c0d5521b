import { fileURLToPath } from "node:url";
import { runChild } from "../child.mjs";
import { median } from "../compare.mjs";

const KERNEL = new URL("../../dist/kernel/index.js", import.meta.url).href;
const ZOD = import.meta.resolve("zod");
const ROUNDS = 15;

/** What importing the kernel costs in a fresh process, against zod alone. */
export const importLines = [{ name: "importing deckhand/kernel, against zod alone", measure }];

async function measure() {
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const peer = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    peer.push(await importTime(ZOD));
    ours.push(await importTime(KERNEL));
  }
  const [a, b] = [median(ours), median(peer)];
  return { ratio: a / b, limit: 1.3, detail: `${a.toFixed(1)} ms against ${b.toFixed(1)} ms` };
}

/** @param {string} url */
async function importTime(url) {
  const source = `const t = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - t);`;
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const { text } = await runChild(process.execPath, ["--input-type=module", "-e", source], { cwd });
  return Number(text);
}
