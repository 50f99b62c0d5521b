import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { array, assert, constant, constantFrom, oneof, property } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPathFilter } from "./path-filter.ts";
import { findRipgrep } from "./ripgrep/find-ripgrep.ts";

const NAMES = ["a", "b", "ab", "ba", "a.b", ".a", "abab", "a,b", "[a]"];

const PATHS = [
  ...NAMES,
  ...NAMES.map((name) => `d/${name}`),
  ...NAMES.map((name) => `d/ad/${name}x`),
  ...NAMES.map((name) => `b.d/d/d/${name}`),
];

let root = "";
let ripgrep = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "deckhand-globs-"));
  for (const path of PATHS.map((name) => join(root, "f", name))) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "");
  }
  ripgrep = (await findRipgrep()) ?? "";
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Without `[!a]`, which to ripgrep alone may be a slash. */
const piece = constantFrom("*", "?", "a", "b", "x", ".", "d", "[ab]", "[a-c]", "{a,b}", "{a,b*}", "\\[");
const segment = oneof(
  { weight: 1, arbitrary: constant("**") },
  { weight: 4, arbitrary: array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join("")) },
);
/** A leading `./` is ours alone. */
const glob = array(segment, { minLength: 1, maxLength: 4 })
  .filter(([first]) => first !== ".")
  .map((segments) => segments.join("/"));

it("a glob finds what ripgrep finds by it", () => {
  const all = listed();
  assert(
    property(glob, (each) => {
      expect(all.filter(createPathFilter([each]))).toEqual(listed("--glob", each));
    }),
    { numRuns: 150 },
  );
});

function listed(...options: readonly string[]): readonly string[] {
  const args = ["--files", "--hidden", "--no-ignore", "--no-config", "--sort", "path", ...options];
  const { stdout, stderr } = spawnSync(ripgrep, args, { cwd: join(root, "f"), encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}
