import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVersionedTexts, type VersionedTexts } from "./versioned-texts.ts";

let folder = "";
let texts: VersionedTexts;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-texts-"));
  texts = createVersionedTexts(join(folder, "texts"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a versioned text", () => {
  it("is nothing before the first, and then what was put last", async () => {
    expect(await texts.read("a")).toBeUndefined();
    expect(await texts.update("a", (text) => `${text} 1`)).toBe("undefined 1");
    expect(await texts.update("a", (text) => `${text} 2`)).toBe("undefined 1 2");
    expect(await texts.read("a")).toBe("undefined 1 2");
    expect(await texts.read("b")).toBeUndefined();
  });

  it("is not written when it stays the same or there is nothing to put", async () => {
    expect(await texts.update("a", () => undefined)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
    await texts.update("a", () => "x");
    const before = await readdir(join(folder, "texts/a"));
    expect(await texts.update("a", () => "x")).toBe("x");
    expect(await texts.update("a", () => undefined)).toBe("x");
    expect(await readdir(join(folder, "texts/a"))).toEqual(before);
  });

  it("can be reached by this user only, and leaves no draft", async () => {
    await texts.update("a", () => "x");
    await texts.update("a", () => "y");
    const files = await readdir(join(folder, "texts/a"));
    expect(files).toEqual(["000000000001", "000000000002"]);
    for (const file of files) expect(await modeOf(`texts/a/${file}`)).toBe(0o600);
    for (const each of ["texts", "texts/a"]) expect(await modeOf(each)).toBe(0o700);
    // What was replaced is gone: it may have been a secret.
    expect(await readFile(join(folder, "texts/a/000000000001"), "utf8")).toBe("");
  });

  it("takes in every one of many changes at once", async () => {
    const others = createVersionedTexts(join(folder, "texts"));
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        (n % 2 === 0 ? texts : others).update("a", (text) => `${text ?? ""}x`),
      ),
    );
    expect(await texts.read("a")).toBe("x".repeat(24));
  });

  it("does not pile up, however often it changes", async () => {
    for (let n = 0; n < 150; n += 1) await texts.update("a", () => String(n));
    expect((await readdir(join(folder, "texts/a"))).length).toBeLessThan(70);
    expect(await texts.read("a")).toBe("149");
  });

  it("is not set back by somebody who was away for many changes", async () => {
    await texts.update("a", () => "first");
    const own = join(folder, "texts/a");
    let runs = 0;
    await texts.update("a", (text) => {
      runs += 1;
      if (runs === 1) putByOthers(own, 300);
      return `${text} and mine`;
    });
    expect(runs).toBe(2);
    expect(await texts.read("a")).toBe("version 300 and mine");
    expect(await readdir(own)).not.toContain("000000000002");
  });

  it("that lost its newest version is told to be damaged, not taken for an older one or for none", async () => {
    await texts.update("a", () => "x");
    await texts.update("a", () => "y");
    await rm(join(folder, "texts/a/000000000002"));
    expect(await texts.read("a")).toBe("");
    expect(await texts.update("a", (text) => (text === "" ? "mended" : "?"))).toBe("mended");
    expect(await texts.read("a")).toBe("mended");
  });

  it("stands beside what others left in its folder", async () => {
    await texts.update("a", () => "x");
    await writeFile(join(folder, "texts/a/000000000009.abcdef"), "half a draft");
    await writeFile(join(folder, "texts/a/.DS_Store"), "");
    expect(await texts.read("a")).toBe("x");
    expect(await texts.update("a", () => "y")).toBe("y");
  });

  it("that is out of reach is a fault, not nothing", async () => {
    await writeFile(join(folder, "texts"), "a file where the folder should be");
    await expect(texts.read("a")).rejects.toMatchObject({ code: "tool_error" });
    await expect(texts.update("a", () => "x")).rejects.toMatchObject({ code: "tool_error" });
  });
});

async function modeOf(path: string): Promise<number> {
  return (await stat(join(folder, path))).mode & 0o777;
}

/** What a folder looks like after others have made so many changes. */
function putByOthers(own: string, versions: number): void {
  rmSync(own, { recursive: true });
  mkdirSync(own);
  for (let n = versions - 60; n <= versions; n += 1) {
    writeFileSync(join(own, String(n).padStart(12, "0")), n === versions ? `version ${n}` : "");
  }
}
