import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { damageLastPages } from "../../../test/damage-last-pages.ts";
import { findStoreDamage } from "./find-store-damage.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-damage-"));
  file = join(folder, "deckhand.db");
  await (await openSqliteStore({ file })).close();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it("finds nothing wrong with a whole store, also while somebody has it open", async () => {
  expect(await findStoreDamage(file)).toEqual([]);
  const store = await openSqliteStore({ file });
  expect(await findStoreDamage(file)).toEqual([]);
  await store.close();
  expect((await readdir(folder)).filter((name) => !name.startsWith("deckhand.db"))).toEqual([]);
});

it("finds damaged pages", async () => {
  await damageLastPages(file, 2);
  expect((await findStoreDamage(file)).join("\n")).toMatch(/page|tree|malformed/i);
});

it("says of a file that is no store that it is none", async () => {
  await rm(folder, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), "deckhand-damage-"));
  file = join(folder, "deckhand.db");
  await writeFile(file, "no database ".repeat(1000));
  await expect(findStoreDamage(file)).rejects.toThrow(/damaged, or is no store/);
});
