import { chmod, chown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-bwrap-")));
  await writeFile(join(folder, "bwrap"), "#!/bin/true\n", { mode: 0o755 });
});

afterEach(() => rm(folder, { recursive: true }));

it.skipIf(!needs("root"))("takes one that only root can change", () => {
  expect(findBubblewrap([], ["/nowhere", folder])).toEqual({ program: join(folder, "bwrap") });
});

it("refuses one in a folder that commands may write to, also behind a link", async () => {
  await mkdir(join(folder, "bin"));
  await symlink("../bwrap", join(folder, "bin/bwrap"));
  expect(findBubblewrap([folder], [join(folder, "bin")])).toMatchObject({
    why: expect.stringContaining("commands may write") as string,
  });
});

it("refuses one with the set-uid bit", async () => {
  await chmod(join(folder, "bwrap"), 0o4755);
  expect(findBubblewrap([], [folder])).toMatchObject({ why: expect.stringContaining("set-uid") as string });
});

it.skipIf(!needs("root"))("refuses one that others can change", async () => {
  await chmod(join(folder, "bwrap"), 0o777);
  expect(findBubblewrap([], [folder])).toMatchObject({
    why: expect.stringContaining("others than root") as string,
  });
  await chmod(join(folder, "bwrap"), 0o755);
  await chown(join(folder, "bwrap"), 65534, 65534);
  expect(findBubblewrap([], [folder])).toMatchObject({
    why: expect.stringContaining("others than root") as string,
  });
});

it("names the package when there is none", () => {
  expect(findBubblewrap([], ["/nowhere"])).toMatchObject({
    why: expect.stringContaining("not installed") as string,
    hint: expect.stringContaining("apt install bubblewrap") as string,
  });
});
