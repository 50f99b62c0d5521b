import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, renameSync, symlinkSync } from "node:fs";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changesThrough, exchangeFolder, looksThrough, outcomeOf } from "../../../test/exchanged-folder.ts";
import { type LoopbackSshd, startSshd } from "../../../test/loopback-sshd.mjs";
import { needs } from "../../../test/needs.ts";
import { type Fs, FsFault, StaleFileFault } from "../../kernel/index.ts";
import { createLocalFs } from "../local/local-fs.ts";
import { openSshBackend, type SshBackend } from "./open-ssh-backend.ts";

const TURNS = 100;

describe.skipIf(!needs("ssh", "sshd", "python3"))("files over a real sshd", () => {
  let sshd: LoopbackSshd;
  let base: string;
  let backend: SshBackend;
  let ws: string;
  let out: string;
  let fs: Fs;
  let tests = 0;

  beforeAll(async () => {
    sshd = await startSshd();
    base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-remote-")));
    await mkdir(join(base, "ws"));
    backend = await openSshBackend({ ...sshd.host, cwd: join(base, "ws") });
    fs = backend.fs;
  });

  afterAll(async () => {
    await backend.close();
    await sshd.close();
    await rm(base, { recursive: true });
  });

  beforeEach(async () => {
    tests += 1;
    ws = join(base, "ws", String(tests));
    out = join(base, "out");
    await mkdir(ws);
    await mkdir(out);
    await writeFile(join(out, "secret.txt"), "OUTSIDE");
  });

  afterEach(async () => {
    await rm(out, { recursive: true, force: true });
  });

  describe("R145: what lies outside the roots", () => {
    it("is neither read, listed, written, made nor removed, and nobody learns whether it exists", async () => {
      await symlink(out, join(ws, "way-out"));
      await symlink(join(out, "secret.txt"), join(ws, "l"));
      await symlink(join(out, "new"), join(ws, "dangling"));
      const acts = [
        fs.readText(join(out, "secret.txt")),
        fs.readText(join(out, "missing.txt")),
        fs.readText(join(ws, "way-out/secret.txt")),
        fs.readText(join(ws, "way-out/missing.txt")),
        fs.readText(join(ws, "l")),
        fs.readText(`${ws}/../../out/secret.txt`),
        fs.readdir(out),
        fs.readdir(join(ws, "way-out")),
        fs.stat(join(ws, "way-out/secret.txt")),
        fs.writeFile(join(ws, "l"), "x"),
        fs.writeFile(join(ws, "dangling"), "x"),
        fs.writeFile(join(ws, "way-out/new"), "x"),
        fs.mkdir(join(ws, "way-out/made")),
        fs.rm(join(ws, "way-out/secret.txt")),
        fs.rm(out, { recursive: true }),
      ];
      for (const fault of await Promise.all(acts.map(faultOf))) {
        expect([fault.errno, fault.code]).toEqual(["EACCES", "denied_policy"]);
      }
      expect(await readdir(out)).toEqual(["secret.txt"]);
      expect(await readFile(join(out, "secret.txt"), "utf8")).toBe("OUTSIDE");
    });

    it("is out of reach while a folder is exchanged for a link to it", async () => {
      const stop = await exchangeFolder(ws, out);
      const tally = { done: 0, refused: 0, leaked: 0 };
      const [read, list] = looksThrough(fs, ws);
      const acts = [
        // The agent works on many at once, while the folder changes below them.
        ...Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? read : list)),
        ...changesThrough(fs, ws),
      ];
      try {
        for (let turn = 0; turn < TURNS; turn += 1) {
          for (const outcome of await Promise.all(acts.map(outcomeOf))) tally[outcome] += 1;
        }
      } finally {
        await stop();
      }
      expect(tally.leaked).toBe(0);
      expect(Math.min(tally.done, tally.refused)).toBeGreaterThan(0);
      expect((await readdir(out)).toSorted()).toEqual(["f.txt", "secret.txt", "sub", "victim"]);
      expect(await readdir(join(out, "sub"))).toEqual([]);
      expect(await readFile(join(out, "f.txt"), "utf8")).toBe("OUTSIDE");
    });

    it("is not what is removed when a folder becomes a link to it between two steps", async () => {
      await mkdir(join(ws, "d/below"), { recursive: true });
      const other = await openSshBackend({
        ...sshd.host,
        cwd: ws,
        refuseWrite: () => {
          if (!existsSync(join(ws, "old"))) {
            renameSync(join(ws, "d"), join(ws, "old"));
            symlinkSync(out, join(ws, "d"));
          }
          return undefined;
        },
      });
      const fault = await faultOf(other.fs.rm(join(ws, "d"), { recursive: true }));
      await other.close();
      expect(["ENOTDIR", "ELOOP"]).toContain(fault.errno);
      expect(await readdir(out)).toEqual(["secret.txt"]);
    });

    it("is not where a folder's files go that was moved away between two steps of a write", async () => {
      await mkdir(join(ws, "d"));
      const other = await openSshBackend({
        ...sshd.host,
        cwd: ws,
        refuseWrite: () => {
          renameSync(join(ws, "d"), join(out, "d"));
          return undefined;
        },
      });
      const fault = await faultOf(other.fs.writeFile(join(ws, "d/f"), "x"));
      await other.close();
      expect(fault.errno).toBe("EBUSY");
      expect(await readdir(join(out, "d"))).toEqual([]);
    });
  });

  it("R161: refuses what is no regular file, and files with several names, in the words of the local Fs", async () => {
    execFileSync("mkfifo", [join(ws, "fifo")]);
    await writeFile(join(ws, "twice"), "x");
    await link(join(ws, "twice"), join(ws, "again"));
    await writeFile(join(ws, "f"), "");
    await symlink("loop", join(ws, "loop"));
    const local = createLocalFs({ roots: [join(base, "ws")] });
    const acts: ((its: Fs) => Promise<unknown>)[] = [
      (its) => its.readText(join(ws, "fifo")),
      (its) => its.writeFile(join(ws, "fifo"), "x"),
      (its) => its.writeFile(join(ws, "twice"), "x"),
      (its) => its.readText(join(ws, "f/below")),
      (its) => its.readText(join(ws, "loop")),
      (its) => its.open(join(ws, "x".repeat(300))),
      (its) => its.readText(ws),
      (its) => its.readText(join(out, "secret.txt")),
      (its) => its.writeFile(join(ws, "no/f"), ""),
      (its) => its.writeFile(ws, ""),
      (its) => its.replace(join(ws, "f"), new Uint8Array(), { expect: "absent" }),
      (its) => its.replace(join(ws, "f"), new Uint8Array(), { expect: "id:no" }),
      (its) => its.stat(join(ws, "nope")),
      (its) => its.readdir(join(ws, "f")),
      (its) => its.mkdir(join(ws, "f")),
      (its) => its.rm(ws),
      (its) => its.rm(join(base, "ws"), { recursive: true }),
      (its) => its.rm(join(ws, "nope")),
      (its) => its.readText("relative"),
    ];
    for (const act of acts) {
      const [ours, theirs] = await Promise.all([errorOf(act(fs)), errorOf(act(local))]);
      expect([ours.message, ours.code, ours.hint]).toEqual([theirs.message, theirs.code, theirs.hint]);
    }
  });

  it("refuses /proc by name, and a root that does not exist", async () => {
    const wide = await openSshBackend({ ...sshd.host, cwd: "/proc" });
    const fault = await faultOf(wide.fs.readText("/proc/version"));
    await wide.close();
    expect([fault.code, fault.message]).toEqual([
      "denied_policy",
      "EACCES: /proc shows the kernel's state and is not read as files, open '/proc/version'",
    ]);
    const nowhere = join(ws, "nowhere");
    const missing = await faultOf(openSshBackend({ ...sshd.host, cwd: nowhere }));
    expect(missing.message).toBe(`ENOENT: no such file or directory, realpath '${nowhere}'`);
  });

  it("never changes protected files, by any name, also where only the host knows a repository", async () => {
    await mkdir(join(ws, ".git/hooks"), { recursive: true });
    await writeFile(join(ws, ".git/config"), "old");
    await symlink(".git/config", join(ws, "innocent"));
    await symlink(".git", join(ws, "g"));
    for (const name of ["objects", "refs", "hooks"]) await mkdir(join(ws, "bare", name), { recursive: true });
    for (const name of ["HEAD", "config"]) await writeFile(join(ws, "bare", name), "old");
    await mkdir(join(ws, "plain"));
    const acts = [
      fs.writeFile(join(ws, ".git/config"), "x"),
      fs.writeFile(join(ws, "innocent"), "x"),
      fs.writeFile(join(ws, "g/hooks/pre-commit"), "x"),
      fs.writeFile(join(ws, "bare/config"), "x"),
      fs.writeFile(join(ws, "bare/hooks/update"), "x"),
      fs.writeFile(join(ws, ".bashrc"), "x"),
      fs.mkdir(join(ws, ".deckhand/state")),
      fs.rm(join(ws, "bare/HEAD")),
      fs.rm(join(ws, "bare"), { recursive: true }),
      fs.rm(join(ws, ".git"), { recursive: true }),
    ];
    for (const fault of await Promise.all(acts.map(faultOf))) {
      expect([fault.errno, fault.code]).toEqual(["EPERM", "denied_policy"]);
    }
    await fs.writeFile(join(ws, "plain/config"), "mine");
    expect(await readFile(join(ws, ".git/config"), "utf8")).toBe("old");
    expect(await readFile(join(ws, "bare/config"), "utf8")).toBe("old");
    expect((await readdir(join(ws, "bare"))).length).toBe(5);
  });

  it("moves 50 MB there and back, byte for byte, and any range of it", async () => {
    const bytes = randomBytes(50 * 1024 * 1024);
    await fs.writeFile(join(ws, "big"), bytes);
    expect(digestOf(await readFile(join(ws, "big")))).toBe(digestOf(bytes));
    expect(digestOf(await fs.readBytes(join(ws, "big")))).toBe(digestOf(bytes));
    const file = await fs.open(join(ws, "big"));
    const spare = new Uint8Array(3_000_000);
    const [head, across, tail] = await Promise.all([
      file.read(0, 10),
      file.read(65_530, 3_000_000, spare),
      file.read(bytes.length - 7, 100),
    ]);
    const last = file.read(1_000_000, 20_000_000);
    await Promise.all([file.close(), file.close()]);
    expect(digestOf(await last)).toBe(digestOf(bytes.subarray(1_000_000, 21_000_000)));
    expect(Buffer.from(head).equals(bytes.subarray(0, 10))).toBe(true);
    expect(Buffer.from(across).equals(bytes.subarray(65_530, 3_065_530))).toBe(true);
    expect(across.buffer).toBe(spare.buffer);
    expect(Buffer.from(tail).equals(bytes.subarray(-7))).toBe(true);
    await expect(file.read(70_000, 1_000_000)).rejects.toThrow("the file was closed");
  });

  it("does 64 reads and 64 writes at once", async () => {
    const names = Array.from({ length: 64 }, (_, at) => join(ws, `f${at}`));
    await Promise.all(names.map((name, at) => fs.writeFile(name, `${at}`.repeat(at * 2_000))));
    const texts = await Promise.all(names.map((name) => fs.readText(name)));
    expect(texts.every((text, at) => text === `${at}`.repeat(at * 2_000))).toBe(true);
    expect((await readdir(ws)).length).toBe(64);
  });

  it("lists a folder whose names do not fit into one frame", async () => {
    const names = Array.from({ length: 4_000 }, (_, at) => `${at}-${"x".repeat(200)}`);
    await Promise.all(names.map((name) => writeFile(join(ws, name), "")));
    expect((await fs.readdir(ws)).map(({ name }) => name)).toEqual(names.toSorted());
    await fs.rm(ws, { recursive: true });
    expect(await fs.exists(ws)).toBe(false);
  });

  it("takes every name for a name", async () => {
    const names = ["-rf", "$(touch pwned)", "`id`", "a'b", 'a"b', "a\\b", "a;b", "*", "~", " ", "…", "🙂"];
    for (const name of names) {
      await fs.writeFile(join(ws, name), name);
      expect(await fs.readText(join(ws, name))).toBe(name);
    }
    expect((await readdir(ws)).toSorted()).toEqual(names.toSorted());
    await writeFile(join(ws, "line\nend"), "x");
    await writeFile(Buffer.concat([Buffer.from(`${ws}/`), Buffer.from([0xff, 0xfe])]), "x");
    expect((await fs.stat(join(ws, "line\nend"))).isFile).toBe(true);
    expect((await faultOf(fs.readText(join(ws, "line\nend")))).errno).toBe("EINVAL");
    expect((await fs.readdir(ws)).length).toBe(names.length + 2);
    await fs.rm(ws, { recursive: true });
    expect(await fs.exists(ws)).toBe(false);
  });

  it("makes files and folders with the permissions of the host, and keeps those of a file it replaces", async () => {
    const local = createLocalFs({ roots: [join(base, "ws")] });
    await fs.mkdir(join(ws, "a/b"));
    await local.mkdir(join(ws, "c"));
    await fs.writeFile(join(ws, "a/f"), "x");
    await local.writeFile(join(ws, "c/f"), "x");
    expect((await stat(join(ws, "a/b"))).mode).toBe((await stat(join(ws, "c"))).mode);
    expect((await stat(join(ws, "a/f"))).mode).toBe((await stat(join(ws, "c/f"))).mode);
    await chmod(join(ws, "a/f"), 0o4751);
    await fs.writeFile(join(ws, "a/f"), "y");
    expect((await stat(join(ws, "a/f"))).mode & 0o7777).toBe(0o751);
  });

  it("and the host's own Deckhand tell a file by the same identity, and never both replace it", async () => {
    const local = createLocalFs({ roots: [join(base, "ws")] });
    const path = join(ws, "shared");
    for (let turn = 0; turn < 50; turn += 1) {
      const { identity } = await local.replace(path, Buffer.from("start"));
      const seen = await fs.open(path);
      expect(seen.identity).toBe(identity);
      const rivals = [fs, local, fs, local, fs, local, fs, local];
      const outcomes = await Promise.allSettled(
        rivals.map((its) => its.replace(path, Buffer.from("mine"), { expect: identity })),
      );
      const lost = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
      expect(lost.length).toBe(rivals.length - 1);
      for (const reason of lost) expect(reason).toBeInstanceOf(StaleFileFault);
    }
    expect(await readdir(ws)).toEqual(["shared"]);
  });

  it("clears away the leftovers of a write that was killed", async () => {
    const left = join(ws, `.deckhand-${"a".repeat(24)}.tmp`);
    await writeFile(join(ws, "f"), "x");
    await link(join(ws, "f"), left);
    await fs.writeFile(join(ws, "f"), "y");
    expect(await readdir(ws)).toEqual(["f"]);
  });

  it("is not held up for long by a claim that a killed writer left, and clears it away", async () => {
    await writeFile(join(ws, "f"), "x");
    const digits = createHash("sha256").update("f").digest("hex").slice(0, 24);
    await writeFile(join(ws, `.deckhand-${digits}.tmp`), "");
    const { identity } = await fs.open(join(ws, "f"));
    await fs.replace(join(ws, "f"), Buffer.from("y"), { expect: identity });
    expect(await readdir(ws)).toEqual(["f"]);
  });

  it("finds lines and names by a search", async () => {
    await fs.mkdir(join(ws, "sub"));
    await fs.writeFile(join(ws, "sub/a.txt"), "one\nneedle here\n");
    await fs.writeFile(join(ws, "b.md"), "nothing\n");
    const { signal } = new AbortController();
    const found: unknown[] = [];
    const query = { root: ws, pattern: "needle", mode: "content" } as const;
    for await (const finding of backend.search.content(query, signal)) found.push(finding);
    for await (const { path } of backend.search.files({ root: ws, kind: "file" }, signal)) found.push(path);
    expect(found).toMatchObject([{ path: "sub/a.txt", line: 2, text: "needle here" }, "b.md", "sub/a.txt"]);
  });

  describe("when the connection is cut", () => {
    it("a read that is under way fails with what would help, and the next call connects anew", async () => {
      await writeFile(join(ws, "big"), Buffer.alloc(50 * 1024 * 1024, 1));
      const file = await fs.open(join(ws, "big"));
      const reading = errorOf(file.read(0, file.size));
      await file.read(1_000_000, 1_000_000);
      sshd.hangUp();
      const fault = await reading;
      expect(fault).toMatchObject({ code: "unavailable" });
      expect(fault.message).toMatch(/^The connection to 127\.0\.0\.1 ended/);
      await file.close();
      await expect(file.read(1_000_000, 10)).rejects.toThrow("the file was closed");
      expect((await fs.readBytes(join(ws, "big"))).length).toBe(50 * 1024 * 1024);
    });

    it("a write that is under way leaves the old file and nothing else", async () => {
      await fs.writeFile(join(ws, "f"), "old");
      const writing = errorOf(fs.writeFile(join(ws, "f"), Buffer.alloc(200 * 1024 * 1024, 1)));
      while ((await readdir(ws)).length < 2) await new Promise(setImmediate);
      sshd.hangUp();
      expect(await writing).toMatchObject({ code: "unavailable" });
      while ((await readdir(ws)).length > 1) await new Promise(setImmediate);
      expect(await fs.readText(join(ws, "f"))).toBe("old");
    });
  });
});

interface AnyFault extends Error {
  readonly code?: string;
  readonly hint?: string;
}

async function errorOf(promise: Promise<unknown>): Promise<AnyFault> {
  return promise.then(
    () => new Error("nothing was refused"),
    (reason: unknown) => reason as AnyFault,
  );
}

async function faultOf(promise: Promise<unknown>): Promise<FsFault> {
  const error = await errorOf(promise);
  expect(error).toBeInstanceOf(FsFault);
  return error as FsFault;
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
