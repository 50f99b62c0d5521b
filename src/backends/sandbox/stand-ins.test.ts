import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStandIns } from "./stand-ins.ts";

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-stand-")));
});

afterEach(() => rm(root, { recursive: true }));

async function repository(): Promise<string> {
  for (const folder of ["objects", "refs", "hooks"])
    await mkdir(join(root, ".git", folder), { recursive: true });
  for (const file of ["HEAD", "config"]) await writeFile(join(root, ".git", file), "");
  return join(root, ".git");
}

describe("stand-ins for what is not there", () => {
  it("are there while a command runs, and gone afterwards", async () => {
    const standIns = createStandIns(root, "/nowhere");
    standIns.put();
    standIns.put();
    expect(await readdir(root)).toEqual([".deckhand", ".git"]);
    standIns.release();
    expect(await readdir(root)).toEqual([".deckhand", ".git"]);
    standIns.release();
    expect(await readdir(root)).toEqual([".deckhand"]);
    standIns.close();
    expect(await readdir(root)).toEqual([]);
  });

  it("complete a repository without changing what it means", async () => {
    const git = await repository();
    const before = await readdir(git);
    const standIns = createStandIns(root, "/nowhere");
    standIns.put();
    expect(await readdir(git)).toEqual([...before, "commondir", "config.worktree"].toSorted());
    expect(await readFile(join(git, "commondir"), "utf8")).toBe(".\n");
    standIns.release();
    standIns.close();
    expect(await readdir(git)).toEqual(before);
  });

  it("leave alone what has become somebody's own", async () => {
    const git = await repository();
    const standIns = createStandIns(root, "/nowhere");
    standIns.put();
    await writeFile(join(git, "config.worktree"), "[core]\n");
    await writeFile(join(root, ".deckhand/config.json"), "{}");
    standIns.release();
    standIns.close();
    expect(await readFile(join(git, "config.worktree"), "utf8")).toBe("[core]\n");
    expect(await readdir(join(root, ".deckhand"))).toEqual(["config.json"]);
  });

  it("that a host left behind when it was killed are taken away by the next one", async () => {
    const git = await repository();
    await writeFile(join(git, "commondir"), ".\n");
    const standIns = createStandIns(root, "/nowhere");
    standIns.put();
    standIns.release();
    standIns.close();
    expect(await readdir(git)).not.toContain("commondir");
  });

  it("stay as long as another sandbox uses them, be it in another process", async () => {
    const git = await repository();
    const [one, other] = [createStandIns(root, "/nowhere"), createStandIns(root, "/nowhere")];
    one.put();
    other.put();
    one.release();
    one.close();
    expect(await readdir(git)).toContain("commondir");
    other.release();
    other.close();
    expect(await readdir(git)).not.toContain("commondir");
  });

  it("are never put where a link leads", async () => {
    const elsewhere = join(root, "elsewhere");
    await mkdir(join(elsewhere, "x"), { recursive: true });
    await mkdir(join(root, "ws"));
    await symlink("../elsewhere", join(root, "ws/.git"));
    const standIns = createStandIns(join(root, "ws"), "/nowhere");
    standIns.put();
    expect(await readdir(elsewhere)).toEqual(["x"]);
    standIns.release();
    standIns.close();
  });

  it("stand for start-up files in a home folder that commands may write to, and in no other folder", async () => {
    await mkdir(join(root, "home"));
    const standIns = createStandIns(root, join(root, "home"));
    standIns.put();
    expect(await readdir(join(root, "home"))).toContain(".zshenv");
    expect(await readdir(root)).not.toContain(".zshenv");
    standIns.release();
    standIns.close();
    expect(await readdir(join(root, "home"))).toEqual([]);
  });
});
