import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogFile } from "./log-file.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-log-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a log file", () => {
  it("holds what was added, in order, for nobody else to read", async () => {
    const log = await create("log");
    for (let line = 0; line < 100; line += 1) void log.add(Buffer.from(`${line}\n`));
    await log.flushed();
    const text = await readFile(join(folder, "log"), "utf8");
    expect(text.split("\n")).toHaveLength(101);
    expect(text.endsWith("98\n99\n")).toBe(true);
    expect((await stat(join(folder, "log"))).mode & 0o777).toBe(0o600);
    expect(log.facts()).toEqual({ paths: ["/shown/log"], lostBytes: 0 });
    await log.remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it("stays within its bound by giving up the oldest, which it counts", async () => {
    const log = await create("log", 1_000);
    for (let turn = 0; turn < 40; turn += 1) {
      void log.add(Buffer.from(String.fromCharCode(97 + (turn % 26)).repeat(99)));
      await log.flushed();
    }
    const older = await readFile(join(folder, "log.1"), "utf8");
    const newer = await readFile(join(folder, "log"), "utf8");
    expect([older.length, newer.length]).toEqual([500, 460]);
    expect(newer.endsWith("n".repeat(99))).toBe(true);
    expect(log.facts()).toEqual({ paths: ["/shown/log.1", "/shown/log"], lostBytes: 3_000 });
    await log.remove();
    expect(await readdir(folder)).toEqual([]);
  });

  it("asks for a pause while too much waits for the disk, and loses nothing", async () => {
    const log = await create("log", 100_000_000);
    const pauses = Array.from({ length: 100 }, () => log.add(Buffer.alloc(64 * 1024)));
    expect([pauses[0], pauses[99]]).toEqual([undefined, expect.any(Promise)]);
    await pauses[99];
    expect((await stat(join(folder, "log"))).size).toBe(100 * 64 * 1024);
    expect(log.facts().lostBytes).toBe(0);
    await log.remove();
  });

  it("a file or link that is there already is not written through", async () => {
    await writeFile(join(folder, "victim"), "mine");
    await symlink(join(folder, "victim"), join(folder, "log"));
    await expect(create("log")).rejects.toThrow(/EEXIST/);
    expect(await readFile(join(folder, "victim"), "utf8")).toBe("mine");
  });

  it("a disk that takes no more costs the log, not the job", async () => {
    const log = await create("log", 20);
    await mkdir(join(folder, "log.1"));
    await writeFile(join(folder, "log.1", "in the way"), "");
    void log.add(Buffer.from("0123456789"));
    void log.add(Buffer.from("abc"));
    await log.flushed();
    void log.add(Buffer.from("more"));
    await log.flushed();
    expect(log.facts().lostBytes).toBeGreaterThanOrEqual(7);
    await log.remove();
  });
});

function create(name: string, maxBytes?: number) {
  return createLogFile({ at: join(folder, name), path: `/shown/${name}` }, maxBytes);
}
