import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changesThrough, exchangeFolder, looksThrough, outcomeOf } from "../../../test/exchanged-folder.ts";
import { createLocalFs } from "./local-fs.ts";

const ROUNDS = 334;

let base: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-race-")));
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

describe("R145: while a folder is exchanged for a link to the outside", () => {
  it("no read, listing, write, creation or removal ever reaches the outside", async () => {
    const [ws, out] = [join(base, "ws"), join(base, "out")];
    const stop = await exchangeFolder(ws, out);
    const tally = { done: 0, refused: 0, leaked: 0 };
    try {
      const fs = createLocalFs({ roots: [ws] });
      const acts = [...looksThrough(fs, ws), ...changesThrough(fs, ws)];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const act of acts) tally[await outcomeOf(act)] += 1;
      }
    } finally {
      await stop();
    }
    expect(tally.leaked).toBe(0);
    expect(Math.min(tally.done, tally.refused)).toBeGreaterThan(0);
    expect((await readdir(out)).toSorted()).toEqual(["f.txt", "sub", "victim"]);
    expect(await readdir(join(out, "sub"))).toEqual([]);
    expect(await readFile(join(out, "f.txt"), "utf8")).toBe("OUTSIDE");
  });
});
