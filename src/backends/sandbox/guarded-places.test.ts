import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findGuarded, findNearGuarded, type GuardedPlaces } from "./guarded-places.ts";

let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-guard-")));
});

afterEach(() => rm(root, { recursive: true }));

async function have(...files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), "");
  }
}

function within(found: GuardedPlaces): GuardedPlaces {
  return { pinned: short(found.pinned), readOnly: short(found.readOnly) };
}

function short(places: readonly string[]): readonly string[] {
  return places.map((place) => place.slice(root.length + 1)).toSorted();
}

const REPOSITORY = ["HEAD", "config", "hooks/pre-commit", "objects/x", "refs/x", "index"];

it("near: a repository stays where it is, its settings and hooks stay as they are", async () => {
  await have(
    ...REPOSITORY.map((file) => `.git/${file}`),
    ".bashrc",
    ".deckhand/config.json",
    "src/a.ts",
    ".env",
  );
  expect(within(findNearGuarded(root))).toEqual({
    pinned: [".git"],
    readOnly: [".bashrc", ".deckhand", ".git/config", ".git/hooks"],
  });
});

it("deep: other repositories, submodules and worktrees, with every folder on the way", async () => {
  await have(
    ...REPOSITORY.flatMap((file) => [`.git/modules/lib/${file}`, `a/b/.git/${file}`, `bare.git/${file}`]),
    ...["commondir", "gitdir", "HEAD"].map((file) => `.git/worktrees/w/${file}`),
    "lib/.git",
    "node_modules/x/.bashrc",
    "dots/.zshrc",
  );
  const { pinned, readOnly } = within(await findGuarded(root));
  expect(pinned).toEqual([
    ".git",
    ".git/modules",
    ".git/modules/lib",
    ".git/worktrees",
    ".git/worktrees/w",
    "a",
    "a/b",
    "a/b/.git",
    "bare.git",
    "dots",
    "lib",
  ]);
  expect(readOnly).toEqual([
    ".git/modules/lib/config",
    ".git/modules/lib/hooks",
    ".git/worktrees/w/commondir",
    ".git/worktrees/w/gitdir",
    "a/b/.git/config",
    "a/b/.git/hooks",
    "bare.git/config",
    "bare.git/hooks",
    "dots/.zshrc",
    "lib/.git",
  ]);
});

it("an empty folder that would become a repository stays empty", async () => {
  await mkdir(join(root, ".git"));
  expect(within(findNearGuarded(root)).readOnly).toEqual([".git"]);
});

it("of a link, what it leads to inside; nothing outside is shown by it", async () => {
  await have("dots/rc");
  await symlink("dots/rc", join(root, ".bashrc"));
  await symlink("/etc/hosts", join(root, ".zshrc"));
  await symlink("nowhere", join(root, ".profile"));
  expect(within(findNearGuarded(root)).readOnly).toEqual(["dots/rc"]);
});

it("deep: the folders in which git would obey what is missing", async () => {
  await have(
    ...REPOSITORY.flatMap((file) => [`a/.git/${file}`, `bare/${file}`, `.git/modules/lib/${file}`]),
    ...["commondir", "gitdir", "HEAD"].map((file) => `.git/worktrees/w/${file}`),
    "src/HEAD",
    "empty/.git/x",
  );
  expect(short((await findGuarded(root)).gitFolders)).toEqual([
    ".git/modules/lib",
    ".git/worktrees/w",
    "a/.git",
    "bare",
  ]);
});
