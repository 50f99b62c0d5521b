import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ContentFinding, ContentQuery, Fs, SearchRun } from "../../../kernel/index.ts";
import { createLocalFs } from "../../local/local-fs.ts";
import { findRipgrep } from "./find-ripgrep.ts";
import { createRipgrepSearch } from "./ripgrep-search.ts";

let folder = "";
let root = "";
let fs: Fs;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-rg-"));
  root = join(folder, "root");
  await mkdir(root);
  fs = createLocalFs({ roots: [root] });
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A program that stands in for ripgrep: it leaves its process id behind, prints one finding and stays. */
async function standIn(script = "exec sleep 60"): Promise<string> {
  const program = join(folder, "stand-in");
  const finding = String.raw`printf './a.txt\0001:1:0:needle\n'`;
  await writeFile(program, `#!/bin/sh\necho $$ > ${join(folder, "pid")}\n${finding}\n${script}\n`);
  await chmod(program, 0o755);
  await writeFile(join(root, "a.txt"), "needle\n");
  return program;
}

async function hasEnded(): Promise<boolean> {
  const pid = Number(await readFile(join(folder, "pid"), "utf8"));
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await sleep(10);
  }
  return false;
}

function ask(query: Partial<ContentQuery> = {}): ContentQuery {
  return { root, mode: "content", pattern: "needle", ...query };
}

async function pathsOf(run: SearchRun<ContentFinding>): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of run) paths.push(path);
  return paths;
}

const never = new AbortController().signal;

describe("a ripgrep process", () => {
  it("is killed when its time is up, and what it had found is kept", async () => {
    const run = createRipgrepSearch(fs, await standIn()).content(ask({ deadlineMs: 500 }), never);
    expect(await pathsOf(run)).toEqual(["a.txt"]);
    expect(run.tally().timedOut).toBe(true);
    expect(await hasEnded()).toBe(true);
  });

  it("is killed when nobody listens any more", async () => {
    for await (const finding of createRipgrepSearch(fs, await standIn()).content(ask(), never)) {
      expect(finding).toMatchObject({ path: "a.txt", line: 1, text: "needle" });
      break;
    }
    expect(await hasEnded()).toBe(true);
  });

  it("is killed when the call is cancelled, and the cancellation is thrown", async () => {
    const controller = new AbortController();
    const reading = (async () => {
      for await (const _ of createRipgrepSearch(fs, await standIn()).content(ask(), controller.signal)) {
        controller.abort(new Error("taken back"));
      }
    })();
    await expect(reading).rejects.toThrow("taken back");
    expect(await hasEnded()).toBe(true);
  });

  it("inherits nothing of the environment", async () => {
    const search = createRipgrepSearch(fs, await standIn(`export -p > ${join(folder, "env")}`));
    await pathsOf(search.content(ask(), never));
    const names = (await readFile(join(folder, "env"), "utf8")).match(/^export \w+/gm) ?? [];
    expect(names.filter((name) => !["export PWD", "export OLDPWD"].includes(name))).toEqual([]);
  });

  it("that cannot be started is an unavailable fault", async () => {
    const run = createRipgrepSearch(fs, join(folder, "missing")).content(ask(), never);
    await expect(pathsOf(run)).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("what ripgrep may search", () => {
  it("ends at the roots, whatever a path or a link says", async () => {
    const search = createRipgrepSearch(fs, (await findRipgrep()) ?? "");
    await writeFile(join(folder, "secret.txt"), "needle\n");
    await symlink(folder, join(root, "away"));
    await symlink(join(folder, "secret.txt"), join(root, "secret.txt"));
    for (const outside of [folder, join(root, ".."), join(root, "away"), join(root, "secret.txt"), "/proc"]) {
      await expect(pathsOf(search.content(ask({ root: outside }), never))).rejects.toThrow(
        "outside the workspace",
      );
    }
    expect(await pathsOf(search.content(ask(), never))).toEqual([]);
  });

  it("can be named like a flag or a glob", async () => {
    const search = createRipgrepSearch(fs, (await findRipgrep()) ?? "");
    for (const name of ["--files", "-rf", "[x]*", "a b"]) {
      await mkdir(join(root, name));
      await writeFile(join(root, name, name), "needle\n");
      expect(await pathsOf(search.content(ask({ root: join(root, name) }), never))).toEqual([name]);
      expect(await pathsOf(search.content(ask({ root: join(root, name, name) }), never))).toEqual([""]);
    }
  });

  it("has to be there", async () => {
    const search = createRipgrepSearch(fs, (await findRipgrep()) ?? "");
    await expect(pathsOf(search.content(ask({ root: join(root, "none") }), never))).rejects.toMatchObject({
      errno: "ENOENT",
    });
  });

  it("refuses a pattern or type that holds a NUL", async () => {
    const search = createRipgrepSearch(fs, (await findRipgrep()) ?? "");
    await expect(pathsOf(search.content(ask({ pattern: "a\0b" }), never))).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(pathsOf(search.content(ask({ types: ["a\0b"] }), never))).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

/** A program that prints what ripgrep might have read elsewhere. */
async function printing(output: string): Promise<string> {
  const program = join(folder, "printing");
  await writeFile(join(folder, "output"), output);
  await writeFile(program, `#!/bin/sh\nexec cat ${join(folder, "output")}\n`);
  await chmod(program, 0o755);
  return program;
}

describe("R145: what ripgrep read where a folder was a link for a moment", () => {
  it("is shown only where the file inside says the same", async () => {
    await writeFile(join(root, "a.txt"), "one\nneedle inside\nthree\n");
    await writeFile(join(root, "b.txt"), "needle\n");
    const output = [
      "./a.txt\x001-0-OUTSIDE",
      "./a.txt\x002:1:4:needle inside",
      "./a.txt\x003-18-OUTSIDE",
      "./a.txt\x004:1:24:needle OUTSIDE",
      "./b.txt\x001:1:0:needle",
      "./c.txt\x001:1:0:needle OUTSIDE",
      `./a.txt\x001:1:0:${"OUTSIDE needle ".repeat(100_000)}`,
    ];
    const run = createRipgrepSearch(fs, await printing(`${output.join("\n")}\n`)).content(
      ask({ before: 1, after: 1, maxLineBytes: 100 }),
      never,
    );
    const texts: unknown[] = [];
    for await (const finding of run) texts.push(finding.kind === "line" && [finding.path, finding.text]);
    expect(texts).toEqual([
      ["a.txt", "needle inside"],
      ["b.txt", "needle"],
    ]);
    expect(run.tally().unreadable).toBe(3);
  });

  it("is not shown of a root that is a file either", async () => {
    await writeFile(join(root, "a.txt"), "inside\n");
    const run = createRipgrepSearch(fs, await printing("./a.txt\x001:1:0:OUTSIDE\n")).content(
      ask({ root: join(root, "a.txt") }),
      never,
    );
    expect(await pathsOf(run)).toEqual([]);
    expect(run.tally().unreadable).toBe(1);
  });

  it("leaves no descriptor open", async () => {
    await writeFile(join(root, "a.txt"), "needle\nneedle\n");
    const search = createRipgrepSearch(fs, (await findRipgrep()) ?? "");
    for await (const _ of search.content(ask(), never)) break;
    await pathsOf(search.content(ask(), never));
    await pathsOf(search.content(ask({ mode: "files" }), never));
    const held = openDescriptors().filter((path) => path.startsWith(root));
    expect(held).toEqual([]);
  });
});

function openDescriptors(): string[] {
  const own = "/proc/self/fd";
  if (!existsSync(own)) return [];
  return readdirSync(own).flatMap((name) => {
    try {
      return [readlinkSync(join(own, name))];
    } catch {
      return [];
    }
  });
}

async function installed(name: string, version: string): Promise<string> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "rg"), `#!/bin/sh\necho 'ripgrep ${version}'\n`);
  await chmod(join(folder, name, "rg"), 0o755);
  return join(folder, name);
}

const nothingBundled = (): Promise<undefined> => Promise.resolve(undefined);

describe("findRipgrep", () => {
  it("prefers the one that came with the package", async () => {
    const fresh = await installed("fresh", "99.0.0");
    expect(await findRipgrep({ path: fresh })).toContain("ripgrep");
  });

  it("falls back on one on the PATH that is new enough, in a folder named in full", async () => {
    const old = await installed("old", "14.1.1");
    const fresh = await installed("fresh", "15.0.0");
    expect(await findRipgrep({ bundled: nothingBundled, path: `relative:${old}:${fresh}` })).toBe(
      join(fresh, "rg"),
    );
    expect(await findRipgrep({ bundled: nothingBundled, path: old })).toBeUndefined();
  });
});
