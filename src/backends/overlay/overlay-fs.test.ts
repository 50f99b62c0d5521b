import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fsOperations, outcomeOf, treeOf } from "../../../test/fs-operations.ts";
import { type Fs, FsFault, StaleFileFault } from "../../kernel/index.ts";
import { createMemoryFs } from "../memory/memory-fs.ts";
import { createMemoryResults } from "../memory/results.ts";
import { withResults } from "../results-fs.ts";
import { createOverlayFs } from "./overlay-fs.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("createOverlayFs", () => {
  it("shows its own writes and leaves the Fs below alone until the commit", async () => {
    const lower = createMemoryFs({ "/w/a": "1", "/w/gone": "x" });
    const overlay = createOverlayFs(lower);
    await overlay.writeFile("/w/a", "2");
    await overlay.mkdir("/w/d");
    await overlay.writeFile("/w/d/new", "3");
    await overlay.rm("/w/gone");
    expect(await overlay.readText("/w/a")).toBe("2");
    expect((await overlay.readdir("/w")).map(({ name }) => name)).toEqual(["a", "d"]);
    expect(await treeOf(lower, "/w")).toEqual({ "/w/a": 'file 644 "1"', "/w/gone": 'file 644 "x"' });
    const written = await overlay.commit();
    expect(await treeOf(lower, "/w")).toEqual({
      "/w/a": 'file 644 "2"',
      "/w/d": "folder",
      "/w/d/new": 'file 644 "3"',
    });
    expect(written).toEqual([
      { path: "/w/a", identity: (await lower.open("/w/a")).identity, created: false },
      { path: "/w/d/new", identity: (await lower.open("/w/d/new")).identity, created: true },
    ]);
    expect(overlay.changes()).toEqual([]);
  });

  it("lists what a commit would alter, and nothing once dropped", async () => {
    const overlay = createOverlayFs(createMemoryFs({ "/w/a": "1", "/w/d/e": "2", "/w/f": "3" }));
    await overlay.writeFile("/w/a", "2");
    await overlay.rm("/w/d", { recursive: true });
    await overlay.writeFile("/w/new", "");
    await overlay.writeFile("/w/short-lived", "");
    await overlay.rm("/w/short-lived");
    expect(overlay.changes()).toEqual([
      { path: "/w/a", kind: "update", isDirectory: false },
      { path: "/w/d", kind: "delete", isDirectory: true },
      { path: "/w/d/e", kind: "delete", isDirectory: false },
      { path: "/w/new", kind: "create", isDirectory: false },
    ]);
    overlay.drop();
    expect(overlay.changes()).toEqual([]);
    expect(await overlay.readText("/w/d/e")).toBe("2");
  });

  it("takes an identity from either layer as an expectation", async () => {
    const lower = createMemoryFs({ "/a": "1" });
    const overlay = createOverlayFs(lower);
    const seen = await overlay.open("/a");
    expect(seen.identity).toBe((await lower.open("/a")).identity);
    const second = await overlay.replace("/a", bytes("2"), { expect: seen.identity });
    await expect(overlay.replace("/a", bytes("3"), { expect: seen.identity })).rejects.toThrow(
      StaleFileFault,
    );
    await overlay.replace("/a", bytes("4"), { expect: second.identity });
    expect(await overlay.readText("/a")).toBe("4");
  });

  it("stages a write through a link under the file it leads to", async () => {
    const lower = createMemoryFs({ "/w/real": "1", "/w/dir/f": "1" });
    await lower.symlink("real", "/w/link");
    await lower.symlink("dir", "/w/alias");
    const overlay = createOverlayFs(lower);
    await overlay.writeFile("/w/link", "2");
    await overlay.writeFile("/w/alias/f", "2");
    expect(await overlay.readText("/w/real")).toBe("2");
    expect(await overlay.readText("/w/dir/f")).toBe("2");
    expect(await overlay.stat("/w/link")).toMatchObject({ isSymlink: true });
    expect(overlay.changes().map(({ path }) => path)).toEqual(["/w/dir/f", "/w/real"]);
    await overlay.writeFile("/w/alias/new", "3");
    await overlay.rm("/w/link");
    expect(await overlay.exists("/w/link")).toBe(false);
    await overlay.commit();
    expect(await lower.readText("/w/real")).toBe("2");
    expect(await lower.readText("/w/dir/new")).toBe("3");
    expect(await lower.exists("/w/link")).toBe(false);
  });

  it("removes through a linked folder what other spellings of the path show as well", async () => {
    const lower = createMemoryFs({ "/w/dir/f": "1", "/w/dir/sub/g": "1" });
    await lower.symlink("dir", "/w/z");
    const overlay = createOverlayFs(lower);
    await overlay.rm("/w/z/f");
    expect((await overlay.readdir("/w/z")).map(({ name }) => name)).toEqual(["sub"]);
    expect(await overlay.exists("/w/dir/f")).toBe(false);
    await overlay.rm("/w/z/sub", { recursive: true });
    await overlay.commit();
    expect(await treeOf(lower, "/w")).toEqual({ "/w/dir": "folder", "/w/z": "link" });
  });

  it("takes what it is given at once, whatever becomes of the buffer", async () => {
    const overlay = createOverlayFs(createMemoryFs());
    const buffer = Buffer.from("abc");
    const writing = [overlay.writeFile("/a", buffer), overlay.replace("/b", [buffer])];
    buffer.fill(0);
    await Promise.all(writing);
    expect([await overlay.readText("/a"), await overlay.readText("/b")]).toEqual(["abc", "abc"]);
  });

  it("keeps the permissions of a file it changes, not of one it removed and made anew", async () => {
    const lower = createMemoryFs();
    for (const path of ["/kept", "/anew"]) await lower.replace(path, bytes("1"), { mode: 0o755 });
    const overlay = createOverlayFs(lower);
    await overlay.rm("/anew");
    for (const path of ["/kept", "/anew"]) await overlay.writeFile(path, "2");
    expect((await overlay.open("/kept")).mode).toBe(0o755);
    await overlay.commit();
    expect((await lower.open("/kept")).mode).toBe(0o755);
    expect((await lower.open("/anew")).mode).toBe(0o644);
  });

  it("refuses at once what the Fs below would refuse as outside", async () => {
    const lower = createMemoryFs({}, { roots: ["/w"] });
    await lower.symlink("/etc/passwd", "/w/out");
    const overlay = createOverlayFs(lower);
    for (const path of ["/etc/passwd", "/w/out"]) {
      await expect(overlay.writeFile(path, "x")).rejects.toMatchObject({ code: "denied_policy" });
    }
    await expect(overlay.mkdir("/other/deep")).rejects.toMatchObject({ code: "denied_policy" });
  });

  it.each<[string, (lower: Fs) => Promise<void>]>([
    ["changed", (lower) => lower.writeFile("/w/b", "theirs")],
    ["removed", (lower) => lower.rm("/w/b")],
    ["created", (lower) => lower.writeFile("/w/new", "theirs")],
    ["filled", (lower) => lower.writeFile("/w/d/unseen", "theirs")],
  ])("commits nothing when something was %s below in the meantime", async (_, meddle) => {
    const lower = createMemoryFs({ "/w/a": "1", "/w/b": "1", "/w/d/e": "1" });
    const overlay = createOverlayFs(lower);
    for (const name of ["a", "b", "new"]) await overlay.writeFile(`/w/${name}`, "ours");
    await overlay.rm("/w/d", { recursive: true });
    await meddle(lower);
    const before = await treeOf(lower, "/w");
    await expect(overlay.commit()).rejects.toThrow(StaleFileFault);
    expect(await treeOf(lower, "/w")).toEqual(before);
    expect(await overlay.readText("/w/a")).toBe("ours");
  });

  it("says which paths it could not put back, such as a link", async () => {
    const lower = createMemoryFs({ "/w/a": "1", "/w/z": "1" });
    await lower.symlink("a", "/w/link");
    const overlay = createOverlayFs({
      ...lower,
      replace: (path) => Promise.reject(new FsFault("ENOSPC", { syscall: "write", path })),
    });
    await overlay.rm("/w/link");
    await overlay.writeFile("/w/link", "a file now");
    await expect(overlay.commit()).rejects.toThrow(
      "ENOSPC: no space left on device, write '/w/link'; these could not be put back as they were: /w/link.",
    );
  });

  it("leaves a folder that others put something into meanwhile", async () => {
    const lower = createMemoryFs({ "/w/a": "1" });
    const overlay = createOverlayFs({
      ...lower,
      replace: async (path) => {
        await lower.writeFile("/w/new/theirs", "x");
        throw new FsFault("ENOSPC", { syscall: "write", path });
      },
    });
    await overlay.mkdir("/w/new");
    await overlay.writeFile("/w/new/ours", "y");
    await expect(overlay.commit()).rejects.toThrow(
      /^ENOSPC: no space left on device, write '\/w\/new\/ours'$/,
    );
    expect(await treeOf(lower, "/w/new")).toEqual(
      await treeOf(createMemoryFs({ "/w/new/theirs": "x" }), "/w/new"),
    );
  });

  it("reads kept results through, and keeps them read-only", async () => {
    const results = createMemoryResults();
    const handle = await results.keep(bytes("kept"));
    const overlay = createOverlayFs(withResults(createMemoryFs(), results));
    expect(await overlay.readText(handle)).toBe("kept");
    expect(await overlay.exists(handle)).toBe(true);
    expect(await overlay.stat(handle)).toMatchObject({ isFile: true, size: 4 });
    await expect(overlay.writeFile(handle, "x")).rejects.toThrow("EINVAL");
  });

  it("can lie over another overlay", async () => {
    const lower = createMemoryFs({ "/a": "1" });
    const middle = createOverlayFs(lower);
    const top = createOverlayFs(middle);
    await middle.writeFile("/a", "2");
    await top.replace("/a", bytes("3"), { expect: (await top.open("/a")).identity });
    await top.commit();
    expect(await middle.readText("/a")).toBe("3");
    expect(await lower.readText("/a")).toBe("1");
    await middle.commit();
    expect(await lower.readText("/a")).toBe("3");
  });

  const history = fc.tuple(fsOperations("/w"), fsOperations("/w"), fsOperations("/w"));

  it("shows and commits exactly what the same calls would have done below", async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([before, first, second]) => {
        const direct = createMemoryFs({}, { folders: ["/w"] });
        const lower = createMemoryFs({}, { folders: ["/w"] });
        for (const operation of before)
          await Promise.all([direct, lower].map((fs) => outcomeOf(fs, operation)));
        const overlay = createOverlayFs(lower);
        for (const operations of [first, second]) {
          for (const operation of operations) {
            expect(await outcomeOf(overlay, operation)).toEqual(await outcomeOf(direct, operation));
          }
          expect(await treeOf(overlay, "/w")).toEqual(await treeOf(direct, "/w"));
          await overlay.commit();
          expect(await treeOf(lower, "/w")).toEqual(await treeOf(direct, "/w"));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("leaves no trace once dropped", async () => {
    await fc.assert(
      fc.asyncProperty(history, async ([before, staged]) => {
        const lower = createMemoryFs({}, { folders: ["/w"] });
        for (const operation of before) await outcomeOf(lower, operation);
        const tree = await treeOf(lower, "/w");
        const overlay = createOverlayFs(lower);
        for (const operation of staged) await outcomeOf(overlay, operation);
        overlay.drop();
        expect(await treeOf(lower, "/w")).toEqual(tree);
        expect(await treeOf(overlay, "/w")).toEqual(tree);
      }),
    );
  });

  it("puts everything back when any step of a commit fails", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat({ max: 8 }), async ([before, staged], failingStep) => {
        const lower = createMemoryFs({}, { folders: ["/w"] });
        for (const operation of before) await outcomeOf(lower, operation);
        const tree = await treeOf(lower, "/w");
        const overlay = createOverlayFs(failingOnce(lower, failingStep));
        for (const operation of staged) await outcomeOf(overlay, operation);
        const fault = await overlay.commit().catch((error: unknown) => error);
        if (!(fault instanceof Error)) return;
        expect(fault).toMatchObject({ errno: "EIO" });
        expect(await treeOf(lower, "/w")).toEqual(tree);
      }),
      { numRuns: 300 },
    );
  });
});

/** An Fs whose nth change fails, and only that one. */
function failingOnce(fs: Fs, failing: number): Fs {
  let step = 0;
  return {
    ...fs,
    replace: (...args) => risk(args[0]) ?? fs.replace(...args),
    mkdir: (path) => risk(path) ?? fs.mkdir(path),
    rm: (...args) => risk(args[0]) ?? fs.rm(...args),
  };

  function risk(path: string): Promise<never> | undefined {
    step += 1;
    if (step - 1 !== failing) return undefined;
    return Promise.reject(new FsFault("EIO", { syscall: "write", path }));
  }
}
