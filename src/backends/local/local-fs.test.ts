import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { type Fs, FsFault, protectedReason } from "../../kernel/index.ts";
import { createLocalFs } from "./local-fs.ts";

let base: string;
let ws: string;
let out: string;
let fs: Fs;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-fs-")));
  ws = join(base, "ws");
  out = join(base, "out");
  await mkdir(ws);
  await mkdir(out);
  await writeFile(join(out, "secret.txt"), "OUTSIDE");
  fs = createLocalFs({ roots: [ws], refuseWrite: protectedReason });
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function faultOf(promise: Promise<unknown>): Promise<FsFault> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FsFault);
  return error as FsFault;
}

/** Of several calls at once. */
function faultsOf(calls: readonly Promise<unknown>[]): Promise<FsFault[]> {
  return Promise.all(calls.map(faultOf));
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).toSorted();
}

describe("errors", () => {
  it("R161: errors read like libuv, and EISDIR on read has no path", async () => {
    const missing = join(ws, "nope.txt");
    const gone = await faultOf(fs.readText(missing));
    expect(gone.message).toBe(`ENOENT: no such file or directory, open '${missing}'`);
    expect(gone.code).toBe("not_found");
    const folder = await faultOf(fs.readText(ws));
    expect(folder.message).toBe("EISDIR: illegal operation on a directory, read");
  });

  it("R161: the words are those of Node itself, call by call", async () => {
    const file = join(ws, "f");
    const loop = join(ws, "loop");
    await writeFile(file, "");
    await symlink("loop", loop);
    const below = join(file, "below");
    const long = join(ws, "x".repeat(300));
    const lost = join(ws, "no/f");
    const nope = join(ws, "nope");
    const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [() => fs.readBytes(below), () => readFile(below)],
      [() => fs.readText(loop), () => readFile(loop)],
      [() => fs.open(long), () => readFile(long)],
      [() => fs.readText(ws), () => readFile(ws)],
      [() => fs.writeFile(lost, ""), () => writeFile(lost, "")],
      [() => fs.writeFile(ws, ""), () => writeFile(ws, "")],
      [() => fs.stat(nope), () => stat(nope)],
      [() => fs.readdir(nope), () => readdir(nope)],
      [() => fs.readdir(file), () => readdir(file)],
      [() => fs.mkdir(file), () => mkdir(file)],
    ];
    for (const [ours, nodes] of pairs) {
      const words = await nodes().catch((error: unknown) => error);
      expect((await faultOf(ours())).message).toBe(words instanceof Error ? words.message : words);
    }
  });

  it("R153: stat, readdir and rm tell and take what they promise", async () => {
    await writeFile(join(ws, "a.txt"), "12345");
    await mkdir(join(ws, "d"));
    await utimes(join(ws, "a.txt"), 1_000, 1_234.5);
    expect(await fs.stat(join(ws, "a.txt"))).toEqual({
      isFile: true,
      isDirectory: false,
      isSymlink: false,
      size: 5,
      modifiedMs: 1_234_500,
    });
    expect(await fs.readdir(ws)).toEqual([
      { name: "a.txt", isDirectory: false, isSymlink: false },
      { name: "d", isDirectory: true, isSymlink: false },
    ]);
    await symlink("a.txt", join(ws, "l"));
    expect(await fs.stat(join(ws, "d"))).toMatchObject({
      isFile: false,
      isDirectory: true,
      isSymlink: false,
    });
    expect(await fs.stat(join(ws, "l"))).toMatchObject({
      isFile: false,
      isDirectory: false,
      isSymlink: true,
    });
    await writeFile(join(ws, "d/inside"), "");
    expect((await faultOf(fs.rm(join(ws, "d")))).errno).toBe("EISDIR");
    expect(await namesIn(join(ws, "d"))).toEqual(["inside"]);
    await fs.rm(join(ws, "d"), { recursive: true });
    expect((await faultOf(fs.rm(join(ws, "d")))).errno).toBe("ENOENT");
    await fs.rm(join(ws, "d"), { ignoreMissing: true });
    expect(await namesIn(ws)).toEqual(["a.txt", "l"]);
  });

  it("a NUL byte or a control character in a path is refused and shown", async () => {
    const nul = await faultOf(fs.readText(join(ws, "a.txt\0.png")));
    expect([nul.errno, nul.code]).toEqual(["EINVAL", "invalid_input"]);
    expect(nul.message).toContain("path holds a NUL byte");
    expect(nul.message).toContain("a.txt\\u0000.png");
    const line = await faultOf(fs.writeFile(join(ws, "a\nb.txt"), "x"));
    expect([line.errno, line.code]).toEqual(["EINVAL", "invalid_input"]);
    expect((await faultOf(fs.readText("a.txt"))).message).toContain("not absolute");
  });

  it("a path that is too long is named as such", async () => {
    const long = join(ws, "x".repeat(300));
    const deep = join(ws, ...Array.from({ length: 3_000 }, () => "dd"));
    for (const path of [long, deep]) {
      expect((await faultOf(fs.readText(path))).errno).toBe("ENAMETOOLONG");
      expect((await faultOf(fs.writeFile(path, "x"))).errno).toBe("ENAMETOOLONG");
      expect((await faultOf(fs.mkdir(path))).errno).toBe("ENAMETOOLONG");
      expect(await fs.exists(path)).toBe(false);
    }
  });

  it("a tree deeper than any path is listed from its top and removed whole", async () => {
    const name = "d".repeat(100);
    execFileSync("bash", ["-c", `for i in $(seq 60); do mkdir ${name}; cd -P ${name}; done`], { cwd: ws });
    expect(await fs.readdir(ws)).toHaveLength(1);
    await fs.rm(join(ws, name), { recursive: true });
    expect(await namesIn(ws)).toEqual([]);
  });

  it("a file too large for one piece is EFBIG, but its end can be read", async () => {
    const path = join(ws, "huge");
    await writeFile(path, "");
    await truncate(path, 2 * 1024 ** 3 + 1);
    const fault = await faultOf(fs.readBytes(path));
    expect(fault.errno).toBe("EFBIG");
    expect(fault.message).toContain("2.0 GiB");
    const file = await fs.open(path);
    expect(await file.read(2 * 1024 ** 3, 10)).toHaveLength(1);
    await file.close();
  });

  it("a root that is not there is a fault when the Fs is made", () => {
    expect(() => createLocalFs({ roots: [join(base, "nope")] })).toThrow(/^ENOENT: .*realpath/);
  });
});

describe("confinement", () => {
  it("R145: no path leads out of the roots", async () => {
    await symlink("../out", join(ws, "up"));
    await symlink("../out/secret.txt", join(ws, "l"));
    await symlink("/proc/self", join(ws, "p"));
    const ways = ["../out/secret.txt", "up/secret.txt", "l", "p/environ", "up/../../out/secret.txt"];
    for (const way of ways) {
      const fault = await faultOf(fs.readText(`${ws}/${way}`));
      expect([way, fault.errno, fault.code]).toEqual([way, "EACCES", "denied_policy"]);
      expect(fault.message).toContain("outside the workspace");
      expect(fault.hint).toContain(ws);
      expect(fault.hint).toContain("--add-dir");
    }
    for (const fault of await faultsOf([
      fs.readdir(join(ws, "up")),
      fs.stat(join(ws, "up/secret.txt")),
      fs.mkdir(join(ws, "up/new")),
      fs.mkdir(join(base, "new")),
      fs.rm(join(ws, "up/secret.txt")),
      fs.rm(join(out, "secret.txt")),
      fs.writeFile(join(ws, "up/new.txt"), "x"),
      fs.writeFile(join(ws, "l"), "x"),
      fs.writeFile("/etc/deckhand-test", "x"),
    ])) {
      expect(fault.code).toBe("denied_policy");
    }
    expect(await fs.exists(join(out, "secret.txt"))).toBe(false);
    expect(await namesIn(out)).toEqual(["secret.txt"]);
    expect(await readFile(join(out, "secret.txt"), "utf8")).toBe("OUTSIDE");
  });

  it("what is missing outside is told apart from nothing", async () => {
    const there = await faultOf(fs.readText(join(out, "secret.txt")));
    const missing = await faultOf(fs.readText(join(out, "not/there.txt")));
    expect(missing.code).toBe(there.code);
    expect(missing.errno).toBe(there.errno);
  });

  it("a folder whose name begins like the root's is outside", async () => {
    await mkdir(`${ws}-other`);
    await writeFile(`${ws}-other/f`, "OUTSIDE");
    expect((await faultOf(fs.readText(`${ws}-other/f`))).code).toBe("denied_policy");
  });

  it("a root may be a link, and several roots are all inside", async () => {
    await symlink(ws, join(base, "alias"));
    const wide = createLocalFs({ roots: [join(base, "alias"), out] });
    await wide.writeFile(join(base, "alias/a.txt"), "in");
    expect(await wide.readText(join(ws, "a.txt"))).toBe("in");
    expect((await wide.stat(join(base, "alias"))).isDirectory).toBe(true);
    expect(await wide.readText(join(out, "secret.txt"))).toBe("OUTSIDE");
    await symlink(join(out, "secret.txt"), join(ws, "across"));
    expect(await wide.readText(join(ws, "across"))).toBe("OUTSIDE");
  });

  it("the whole disk as root still keeps /proc and devices away", async () => {
    const all = createLocalFs({ roots: ["/"] });
    expect((await faultOf(all.readText("/proc/self/environ"))).message).toContain("/proc");
    expect((await faultOf(all.readText("/dev/null"))).message).toContain("a device is not a regular file");
    expect((await faultOf(all.writeFile("/dev/null", "x"))).message).toContain("a device");
    expect(await all.readText(join(out, "secret.txt"))).toBe("OUTSIDE");
  });

  it("a dangling link to the outside creates nothing there", async () => {
    await symlink(join(out, "not-there"), join(ws, "l"));
    expect((await faultOf(fs.writeFile(join(ws, "l"), "x"))).code).toBe("denied_policy");
    await symlink("../out/not-there", join(ws, "m"));
    const absent = fs.replace(join(ws, "m"), Buffer.from("x"), { expect: "absent" });
    expect((await faultOf(absent)).code).toBe("denied_policy");
    expect(await namesIn(out)).toEqual(["secret.txt"]);
  });

  it("a dangling link to the inside creates its target and stays a link", async () => {
    await mkdir(join(ws, "d"));
    await symlink("d/../d/new.txt", join(ws, "l"));
    const made = await fs.replace(join(ws, "l"), Buffer.from("x"), { expect: "absent" });
    expect([made.path, made.created]).toEqual([join(ws, "d/new.txt"), true]);
    expect((await lstat(join(ws, "l"))).isSymbolicLink()).toBe(true);
  });
});

describe("things that are no regular files", () => {
  it.skipIf(!needs("mkfifo"))("a FIFO is refused at once, for reading and writing", async () => {
    execFileSync("mkfifo", [join(ws, "p")]);
    for (const fault of await faultsOf([fs.readText(join(ws, "p")), fs.writeFile(join(ws, "p"), "x")])) {
      expect(fault.errno).toBe("EINVAL");
      expect(fault.message).toContain("a FIFO (named pipe) is not a regular file");
    }
    expect((await lstat(join(ws, "p"))).isFIFO()).toBe(true);
  });

  it("a socket is refused by its name", async () => {
    const server = createServer().listen(join(ws, "s"));
    await once(server, "listening");
    for (const fault of await faultsOf([fs.readText(join(ws, "s")), fs.writeFile(join(ws, "s"), "x")])) {
      expect(fault.message).toContain("a socket is not a regular file");
    }
    server.close();
    await once(server, "close");
  });

  it("writing through a link to a folder or to the root is EISDIR", async () => {
    await symlink(".", join(ws, "dot"));
    await symlink(ws, join(ws, "self"));
    await mkdir(join(ws, "d"));
    await symlink("d/", join(ws, "slash"));
    for (const name of ["dot", "self", "slash", "d"]) {
      expect((await faultOf(fs.writeFile(join(ws, name), "x"))).errno).toBe("EISDIR");
    }
  });
});

describe("writing", () => {
  it("a file with several names is not written, and says what would work", async () => {
    await link(join(out, "secret.txt"), join(ws, "h"));
    const fault = await faultOf(fs.writeFile(join(ws, "h"), "x"));
    expect(fault.errno).toBe("EPERM");
    expect(fault.message).toContain("several names (2 hard links)");
    expect(fault.hint).toContain("Remove the other names");
    expect(await readFile(join(out, "secret.txt"), "utf8")).toBe("OUTSIDE");
    await fs.rm(join(ws, "h"));
    expect(await namesIn(out)).toEqual(["secret.txt"]);
  });

  it("protected files are refused by their real path, also for mkdir and rm", async () => {
    await mkdir(join(ws, ".git/hooks"), { recursive: true });
    await writeFile(join(ws, ".git/config"), "kept");
    await symlink(".git", join(ws, "innocent"));
    for (const fault of await faultsOf([
      fs.writeFile(join(ws, ".git/config"), "x"),
      fs.writeFile(join(ws, "innocent/config"), "x"),
      fs.replace(join(ws, "innocent/hooks/pre-commit"), Buffer.from("x"), { expect: "absent" }),
      fs.rm(join(ws, "innocent/config")),
      fs.rm(join(ws, ".git"), { recursive: true }),
      fs.mkdir(join(ws, ".deckhand")),
      fs.mkdir(join(ws, "new/.deckhand/results")),
    ])) {
      expect([fault.errno, fault.code]).toEqual(["EPERM", "denied_policy"]);
      expect(fault.message).toContain("never written by a tool");
    }
    expect(await readFile(join(ws, ".git/config"), "utf8")).toBe("kept");
    await fs.mkdir(join(ws, ".git/hooks"));
  });

  it("a protected name is refused also when it is a link to a harmless one", async () => {
    await mkdir(join(ws, "store/hooks"), { recursive: true });
    await writeFile(join(ws, "store/config"), "kept");
    await symlink("store", join(ws, ".git"));
    await writeFile(join(ws, "notes"), "kept");
    await symlink("notes", join(ws, ".bashrc"));
    await symlink(".git/config", join(ws, "by-way"));
    for (const fault of await faultsOf([
      fs.writeFile(join(ws, ".git/config"), "x"),
      fs.writeFile(join(ws, "by-way"), "x"),
      fs.writeFile(join(ws, ".git/hooks/pre-commit"), "x"),
      fs.rm(join(ws, ".git/config")),
      fs.rm(join(ws, ".git")),
      fs.mkdir(join(ws, ".git/hooks/d")),
      fs.writeFile(join(ws, ".bashrc"), "x"),
    ])) {
      expect([fault.errno, fault.code]).toEqual(["EPERM", "denied_policy"]);
    }
    expect(await readFile(join(ws, "store/config"), "utf8")).toBe("kept");
    expect(await namesIn(join(ws, "store/hooks"))).toEqual([]);
    expect(await readFile(join(ws, "notes"), "utf8")).toBe("kept");
  });

  it("the scratch folder can be made where nothing of Deckhand's is yet", async () => {
    await fs.mkdir(join(ws, ".deckhand/scratch/a"));
    await fs.writeFile(join(ws, ".deckhand/scratch/a/b.txt"), "x");
    expect(await namesIn(join(ws, ".deckhand"))).toEqual(["scratch"]);
  });

  it("new files follow the umask and existing ones keep owner and permissions", async () => {
    const umask = process.umask();
    await fs.writeFile(join(ws, "new"), "1");
    expect((await stat(join(ws, "new"))).mode & 0o7777).toBe(0o666 & ~umask);
    await chmod(join(ws, "new"), 0o751);
    await fs.writeFile(join(ws, "new"), "2");
    expect((await stat(join(ws, "new"))).mode & 0o7777).toBe(0o751);
  });

  it("new content never inherits or gains set-user-id", async () => {
    await writeFile(join(ws, "tool"), "1");
    await chmod(join(ws, "tool"), 0o6755);
    await fs.writeFile(join(ws, "tool"), "2");
    await fs.replace(join(ws, "other"), Buffer.from("x"), { mode: 0o4755 });
    for (const name of ["tool", "other"]) {
      expect((await stat(join(ws, name))).mode & 0o7777).toBe(0o755);
    }
  });

  it.skipIf(!needs("root"))("a file that belongs to somebody else still does after a write", async () => {
    await writeFile(join(ws, "theirs"), "1");
    await chown(join(ws, "theirs"), 1234, 2345);
    await fs.writeFile(join(ws, "theirs"), "2");
    const { uid, gid } = await stat(join(ws, "theirs"));
    expect([uid, gid]).toEqual([1234, 2345]);
  });

  it("links planted beside the file are never followed", async () => {
    await writeFile(join(ws, "x.txt"), "1");
    for (const name of ["x.txt.tmp", ".x.txt.tmp", "x.txt~", ".tmp-x.txt", "x.txt.new"]) {
      await symlink(join(out, "secret.txt"), join(ws, name));
    }
    await fs.writeFile(join(ws, "x.txt"), "2");
    expect(await readFile(join(out, "secret.txt"), "utf8")).toBe("OUTSIDE");
    expect(await readFile(join(ws, "x.txt"), "utf8")).toBe("2");
  });

  it("leftovers of killed writes go after an hour, not before, and only ours", async () => {
    const old = `.deckhand-${"a".repeat(24)}.tmp`;
    const young = `.deckhand-${"b".repeat(24)}.tmp`;
    const foreign = ".deckhand-notes.tmp";
    const longAgo = Date.now() / 1_000 - 3_700;
    for (const name of [old, young, foreign]) await writeFile(join(ws, name), "");
    for (const name of [old, foreign]) await utimes(join(ws, name), longAgo, longAgo);
    await fs.writeFile(join(ws, "a"), "x");
    expect(await namesIn(ws)).toEqual([young, foreign, "a"].toSorted());
  });

  it("the second name that a write killed at its last step left is taken away", async () => {
    await writeFile(join(ws, "a"), "1");
    await link(join(ws, "a"), join(ws, `.deckhand-${"c".repeat(24)}.tmp`));
    await fs.writeFile(join(ws, "a"), "2");
    expect(await namesIn(ws)).toEqual(["a"]);
    expect(await readFile(join(ws, "a"), "utf8")).toBe("2");
  });

  it("two sessions on one file never lose a change", async () => {
    const path = join(ws, "count");
    await writeFile(path, "0");
    const sessions = Array.from({ length: 4 }, () => createLocalFs({ roots: [ws] }));
    await Promise.all(sessions.map((session) => countUp(session, path, 25)));
    expect(await readFile(path, "utf8")).toBe("100");
    expect(await namesIn(ws)).toEqual(["count"]);
  });

  it("another program's change in place makes an expectation stale", async () => {
    const path = join(ws, "a");
    await writeFile(path, "one two");
    const { identity } = await fs.open(path).then(async (file) => {
      await file.close();
      return file;
    });
    const { atime, mtime } = await stat(path);
    await writeFile(path, "one 2wo");
    await utimes(path, atime, mtime);
    await expect(fs.replace(path, Buffer.from("x"), { expect: identity })).rejects.toThrow(
      /nothing was written/,
    );
    expect(await readFile(path, "utf8")).toBe("one 2wo");
  });
});

/** Adds one as often as told, each time to what is there. */
async function countUp(session: Fs, path: string, times: number): Promise<void> {
  for (let done = 0; done < times;) {
    const file = await session.open(path);
    const next = Number(Buffer.from(await file.read(0, file.size)).toString()) + 1;
    await file.close();
    const expected = { expect: file.identity };
    done += await session.replace(path, Buffer.from(`${next}`), expected).then(
      () => 1,
      () => 0,
    );
  }
}

describe("descriptors", () => {
  it.skipIf(!existsSync("/proc/self/fd"))("none stays open, whether calls work or fail", async () => {
    await mkdir(join(ws, "d/e"), { recursive: true });
    await symlink("loop", join(ws, "loop"));
    await symlink("../out", join(ws, "up"));
    const before = (await readdir("/proc/self/fd")).length;
    for (const name of ["a", "d", "loop", "up/secret.txt", "no/such", ".bashrc", "a/b", "x".repeat(300)]) {
      const path = join(ws, name);
      await Promise.allSettled([
        fs.writeFile(path, "x"),
        fs.replace(path, Buffer.from("y"), { expect: "absent" }),
        fs.replace(path, Buffer.from("y"), { expect: "id:no" }),
        fs.readText(path),
        fs.readdir(path),
        fs.stat(path),
        fs.mkdir(join(path, "f")),
        fs.rm(path, { recursive: true }),
      ]);
    }
    expect((await readdir("/proc/self/fd")).length).toBe(before);
  });
});

describe("removing", () => {
  it("a root is never removed, nor a folder that holds one", async () => {
    await mkdir(join(ws, "a/b"), { recursive: true });
    const nested = createLocalFs({ roots: [ws, join(ws, "a/b")] });
    for (const path of [ws, join(ws, "."), join(ws, "a"), join(ws, "a/b")]) {
      const fault = await faultOf(nested.rm(path, { recursive: true }));
      expect([fault.errno, fault.code]).toEqual(["EPERM", "denied_policy"]);
    }
    expect(await namesIn(ws)).toEqual(["a"]);
  });

  it("a folder with something protected deep inside stays whole", async () => {
    await mkdir(join(ws, "p/a"), { recursive: true });
    await mkdir(join(ws, "p/sub/.git"), { recursive: true });
    await writeFile(join(ws, "p/a/f"), "kept");
    await writeFile(join(ws, "p/sub/.git/config"), "kept");
    const fault = await faultOf(fs.rm(join(ws, "p"), { recursive: true }));
    expect(fault.message).toContain(join(ws, "p/sub/.git"));
    expect(await readFile(join(ws, "p/a/f"), "utf8")).toBe("kept");
  });

  it("a folder with names that are no text is removed whole", async () => {
    await mkdir(join(ws, "d"));
    const latin1 = Buffer.from(`${ws}/d/caf\u00e9`, "latin1");
    await mkdir(latin1);
    await writeFile(Buffer.concat([latin1, Buffer.from("/f\u00ff", "latin1")]), "");
    await fs.rm(join(ws, "d"), { recursive: true });
    expect(await namesIn(ws)).toEqual([]);
  });

  it("links inside a removed folder go, what they point to stays", async () => {
    await mkdir(join(ws, "d"));
    await symlink(out, join(ws, "d/l"));
    await symlink("nowhere", join(ws, "d/m"));
    await fs.rm(join(ws, "d"), { recursive: true });
    expect(await namesIn(ws)).toEqual([]);
    expect(await namesIn(out)).toEqual(["secret.txt"]);
  });
});
