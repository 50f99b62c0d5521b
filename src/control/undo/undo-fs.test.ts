import { describe, expect, it } from "vitest";
import { backendConformance } from "../../backends/conformance/index.ts";
import { createMemoryFs, manualClock } from "../../backends/index.ts";
import { digestOf, type Fs } from "../../kernel/index.ts";
import type { UndoRecord } from "../store.ts";
import { createUndoFs, type UndoneCall } from "./undo-fs.ts";

backendConformance(
  "undo over memory",
  async () => {
    const below = createMemoryFs({}, { folders: ["/workspace"] });
    return {
      fs: createUndoFs(below, () => undefined, callOf()),
      root: "/workspace",
      symlink: (target, path) => below.symlink(target, path),
      close: () => Promise.resolve(),
    };
  },
  { test: it },
  { links: true },
);

function callOf(more: Partial<UndoneCall> = {}): UndoneCall {
  return { trace: "t1", session: "s", clock: manualClock(5), ...more };
}

/** The newest record of every path, as a store keeps them. */
function recorded(
  below: Fs,
  more: Partial<UndoneCall> = {},
): { fs: Fs; records: () => UndoRecord[]; keeps: () => number } {
  const kept = new Map<string, UndoRecord>();
  let keeps = 0;
  const keep = (record: UndoRecord): void => {
    keeps += 1;
    kept.set(record.path, record);
  };
  return {
    fs: createUndoFs(below, keep, callOf(more)),
    records: () => [...kept.values()],
    keeps: () => keeps,
  };
}

const digest = (text: string): string => digestOf(Buffer.from(text));
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

describe("createUndoFs", () => {
  it("keeps what a file held, and its mode, before it is replaced", async () => {
    const below = createMemoryFs({}, { folders: ["/w"] });
    await below.replace("/w/a", bytes("one"), { mode: 0o600 });
    const { fs, records, keeps } = recorded(below);
    await fs.writeFile("/w/a", "two");
    expect(records()).toEqual([
      {
        trace: "t1",
        session: "s",
        path: "/w/a",
        at: 5,
        before: bytes("one"),
        mode: 0o600,
        after: digest("two"),
      },
    ]);
    expect(keeps()).toBe(1);
  });

  it("has one record for a file that changes several times: as it was first and as it was left", async () => {
    const { fs, records } = recorded(createMemoryFs({ "/w/a": "one", "/w/b": "b" }));
    await fs.writeFile("/w/a", "two");
    await fs.replace("/w/a", [bytes("th"), bytes("ree")]);
    await fs.rm("/w/b");
    await fs.writeFile("/w/b", "again");
    await fs.rm("/w/b");
    expect(records()).toMatchObject([
      { path: "/w/a", before: bytes("one"), after: digest("three") },
      { path: "/w/b", before: bytes("b") },
    ]);
    expect(records()[1]).not.toHaveProperty("after");
  });

  it("does not look at anything to create a file exclusively", async () => {
    const below = createMemoryFs({}, { folders: ["/w"] });
    const looked: string[] = [];
    const watched: Fs = { ...below, open: (path) => (looked.push(path), below.open(path)) };
    const { fs, records, keeps } = recorded(watched);
    await fs.replace("/w/a", bytes("new"), { expect: "absent" });
    expect(looked).toEqual([]);
    expect(keeps()).toBe(1);
    expect(records()).toEqual([{ trace: "t1", session: "s", path: "/w/a", at: 5, after: digest("new") }]);
  });

  it("knows a file by one name, however it is reached", async () => {
    const below = createMemoryFs({ "/w/real/a": "one" });
    await below.symlink("real", "/w/folder");
    await below.symlink("real/a", "/w/link");
    const { fs, records } = recorded(below);
    await fs.writeFile("/w/link", "two");
    await fs.writeFile("/w/folder/a", "three");
    await fs.writeFile("/w/folder/new", "x");
    await fs.writeFile("/w/real/new", "y");
    expect(records().map(({ path, after }) => [path, after])).toEqual([
      ["/w/real/a", digest("three")],
      ["/w/folder/new", digest("y")],
    ]);
  });

  it("records the folders it makes, and everything a removed folder held before the folder", async () => {
    const { fs, records } = recorded(createMemoryFs({ "/w/d/x": "x", "/w/d/e/y": "y" }));
    await fs.mkdir("/w/new/deep");
    await fs.mkdir("/w/d");
    await fs.rm("/w/d", { recursive: true });
    expect(records().map(({ path, before, was, is }) => [path, before ?? was ?? is])).toEqual([
      ["/w/new", "folder"],
      ["/w/new/deep", "folder"],
      ["/w/d/e/y", bytes("y")],
      ["/w/d/e", "folder"],
      ["/w/d/x", bytes("x")],
      ["/w/d", "folder"],
    ]);
  });

  it("says why something cannot be put back: too large, or a link", async () => {
    const below = createMemoryFs({ "/w/big": "0123456789" });
    await below.symlink("big", "/w/link");
    const { fs, records } = recorded(below, { maxBytes: 9 });
    await fs.rm("/w/link");
    await fs.writeFile("/w/big", "small");
    const [link, big] = records();
    expect(link?.lost).toBe("it was a link");
    expect(big?.lost).toBe("it held 10 bytes, and at most 9 of a file are kept");
    expect(big).not.toHaveProperty("before");
    expect(big).not.toHaveProperty("after");
  });

  it("leaves no claim behind when a change fails, not even where somebody else wrote the same", async () => {
    const { fs, records } = recorded(createMemoryFs({ "/w/a": "theirs" }));
    await expect(fs.replace("/w/a", bytes("theirs"), { expect: "absent" })).rejects.toThrow("EEXIST");
    await expect(fs.replace("/w/a", bytes("x"), { expect: "id:other" })).rejects.toThrow("changed while");
    await expect(fs.writeFile("/w/no/such", "x")).rejects.toThrow("ENOENT");
    await expect(fs.rm("/w/gone")).rejects.toThrow("ENOENT");
    await expect(fs.rm("/w")).rejects.toThrow("EISDIR");
    await expect(fs.mkdir("/w/a/b")).rejects.toThrow("ENOTDIR");
    for (const record of records()) {
      expect(record).toEqual({ trace: "t1", session: "s", path: record.path, at: 5 });
    }
    await fs.writeFile("/w/a", "ours");
    expect(records().find(({ path }) => path === "/w/a")).toMatchObject({ before: bytes("theirs") });
  });

  it("goes back to the earlier record when a second change of the same file fails", async () => {
    const { fs, records } = recorded(createMemoryFs({ "/w/a": "one" }));
    await fs.writeFile("/w/a", "two");
    await expect(fs.replace("/w/a", bytes("x"), { expect: "absent" })).rejects.toThrow("EEXIST");
    expect(records()).toMatchObject([{ before: bytes("one"), after: digest("two") }]);
  });

  it("changes nothing that it cannot record", async () => {
    const below = createMemoryFs({ "/w/a": "one" });
    const fs = createUndoFs(below, refuse, callOf());
    await expect(fs.writeFile("/w/a", "two")).rejects.toThrow("the store is full");
    await expect(fs.rm("/w/a")).rejects.toThrow("the store is full");
    await expect(fs.mkdir("/w/d")).rejects.toThrow("the store is full");
    expect(await below.readText("/w/a")).toBe("one");
    expect(await below.exists("/w/d")).toBe(false);
  });

  it("puts changes that come at once one after the other", async () => {
    const { fs, records } = recorded(createMemoryFs({ "/w/a": "0" }));
    await Promise.all(["1", "2", "3", "4"].map((text) => fs.writeFile("/w/a", text)));
    expect(records()).toMatchObject([{ before: bytes("0"), after: digest("4") }]);
    expect(await fs.readText("/w/a")).toBe("4");
  });
});

const refuse = (): never => {
  throw new Error("the store is full");
};
