import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Fs, isFsFault } from "../src/kernel/index.ts";

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

/** Makes a folder `d` in a workspace and exchanges it for a link to a folder outside, over and over, until it is stopped. */
export async function exchangeFolder(workspace: string, outside: string): Promise<() => Promise<void>> {
  await mkdir(join(workspace, "d/sub"), { recursive: true });
  await mkdir(join(outside, "sub"), { recursive: true });
  for (const name of ["f.txt", "victim"]) await writeFile(join(outside, name), "OUTSIDE");
  await writeFile(join(workspace, "d/f.txt"), "inside");
  await symlink(outside, join(workspace, "link"));
  const swapper = spawn(process.execPath, ["-e", SWAPPER, workspace], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(swapper.stdout, "data");
  return async () => {
    if (!swapper.kill("SIGKILL")) throw new Error("The folder was not exchanged to the end.");
    await once(swapper, "exit");
  };
}

/** Something that is done by way of the folder; it tells whether it saw the outside. */
export type Act = () => Promise<boolean>;

/** What only looks through the folder. */
export function looksThrough(fs: Fs, workspace: string): readonly [read: Act, list: Act] {
  return [
    async () => (await fs.readText(join(workspace, "d/f.txt"))) === "OUTSIDE",
    async () => (await fs.readdir(join(workspace, "d"))).some(({ name }) => name === "victim"),
  ];
}

/** What would change something on the other side of the folder. */
export function changesThrough(fs: Fs, workspace: string): readonly Act[] {
  return [
    () => fs.writeFile(join(workspace, "d/f.txt"), "inside").then(() => false),
    () => fs.rm(join(workspace, "d/victim"), { ignoreMissing: true }).then(() => false),
    () => fs.mkdir(join(workspace, "d/sub/made")).then(() => false),
    () => fs.rm(join(workspace, "d/sub"), { recursive: true, ignoreMissing: true }).then(() => false),
  ];
}

/** What came of an act. */
export async function outcomeOf(act: Act): Promise<"done" | "refused" | "leaked"> {
  try {
    return (await act()) ? "leaked" : "done";
  } catch (error) {
    if (isFsFault(error)) return "refused";
    throw error;
  }
}
