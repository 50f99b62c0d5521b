import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isFsFault } from "../../kernel/index.ts";
import { createLocalFs } from "./local-fs.ts";

/** Exchanges a folder and a link to the outside by renames, as fast as it can; a folder made in the gap is in the way. */
const SWAPPER = `
const { renameSync, rmSync } = require("node:fs");
process.chdir(process.argv[1]);
process.stdout.write("ready");
function clear() {
  try { rmSync("d", { recursive: true, force: true }); } catch {}
}
function intoGap(name) {
  for (;;) {
    try { return renameSync(name, "d"); } catch { clear(); }
  }
}
for (;;) {
  renameSync("d", "real"); intoGap("link");
  renameSync("d", "link"); intoGap("real");
}`;

const TURNS = 2_000;

let base: string;
let ws: string;
let out: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-race-")));
  ws = join(base, "ws");
  out = join(base, "out");
  await mkdir(join(ws, "d/sub"), { recursive: true });
  await mkdir(join(out, "sub"), { recursive: true });
  for (const name of ["f.txt", "victim"]) await writeFile(join(out, name), "OUTSIDE");
  await writeFile(join(ws, "d/f.txt"), "inside");
  await symlink(out, join(ws, "link"));
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

describe("R145: while a folder is exchanged for a link to the outside", () => {
  it("no read, listing, write, creation or removal ever reaches the outside", async () => {
    const swapper = spawn(process.execPath, ["-e", SWAPPER, ws], { stdio: ["ignore", "pipe", "inherit"] });
    await once(swapper.stdout, "data");
    const tally = { done: 0, refused: 0, leaked: 0 };
    try {
      const fs = createLocalFs({ roots: [ws] });
      for (let turn = 0; turn < TURNS; turn += 1) {
        const acts = [
          async () => (await fs.readText(join(ws, "d/f.txt"))) === "OUTSIDE",
          async () => (await fs.readdir(join(ws, "d"))).some(({ name }) => name === "victim"),
          () => fs.writeFile(join(ws, "d/f.txt"), "inside").then(() => false),
          () => fs.rm(join(ws, "d/victim"), { ignoreMissing: true }).then(() => false),
          () => fs.mkdir(join(ws, "d/sub/made")).then(() => false),
          () => fs.rm(join(ws, "d/sub"), { recursive: true, ignoreMissing: true }).then(() => false),
        ];
        const act = acts[turn % acts.length];
        tally[await outcomeOf(act)] += 1;
      }
    } finally {
      expect(swapper.kill("SIGKILL")).toBe(true);
      await once(swapper, "exit");
    }
    expect(tally.leaked).toBe(0);
    expect(Math.min(tally.done, tally.refused)).toBeGreaterThan(0);
    expect((await readdir(out)).toSorted()).toEqual(["f.txt", "sub", "victim"]);
    expect(await readdir(join(out, "sub"))).toEqual([]);
    expect(await readFile(join(out, "f.txt"), "utf8")).toBe("OUTSIDE");
  });
});

async function outcomeOf(act: (() => Promise<boolean>) | undefined): Promise<"done" | "refused" | "leaked"> {
  try {
    return (await act?.()) === true ? "leaked" : "done";
  } catch (error) {
    if (isFsFault(error)) return "refused";
    throw error;
  }
}
