import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { windowOf } from "../cut-line.ts";
import { tellingDescriptors } from "../descriptors.ts";
import { type HeldFile, holdFile } from "./held-file.ts";

let folder = "";

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-held-")));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const SMALL_BLOCK = 64;

function hold(path = join(folder, "a.txt")): HeldFile | undefined {
  return holdFile(path, Buffer.alloc(SMALL_BLOCK), tellingDescriptors());
}

async function holding<T>(content: string | Buffer, look: (file: HeldFile) => T): Promise<T> {
  await writeFile(join(folder, "a.txt"), content);
  const file = hold();
  if (file === undefined) throw new Error("the file cannot be held");
  try {
    return look(file);
  } finally {
    file.close();
  }
}

function whole(line: string): ReturnType<typeof windowOf> {
  return windowOf(Buffer.from(line), 0, Number.POSITIVE_INFINITY);
}

/** The lines of a text with where they start, in bytes. */
function linesOf(text: string): { line: string; offset: number }[] {
  let offset = 0;
  return text.split("\n").map((line) => {
    const found = { line, offset };
    offset += Buffer.byteLength(line) + 1;
    return found;
  });
}

const anyText = fc
  .array(fc.constantFrom("a", "é", "€", "😀", "\n", "\r\n", " "), { maxLength: 300 })
  .map((parts) => parts.join(""));

describe("a held file", () => {
  it("says each of its lines, whatever its encoding and however little is read at once", async () => {
    const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
      plain: (text) => Buffer.from(text),
      marked: (text) => Buffer.from(`\uFEFF${text}`),
      wide: (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
      swapped: (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
    };
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom(...Object.keys(encodings)), async (text, encoding) => {
        await holding(encodings[encoding]?.(text) ?? "", (file) => {
          for (const { line, offset } of linesOf(text)) expect(file.says(offset, whole(line))).toBe(true);
        });
      }),
    );
  });

  it("does not say a line that it holds elsewhere, in part or not at all", async () => {
    await holding("first\nsecond\nthird\n", (file) => {
      expect(file.says(0, whole("first"))).toBe(true);
      expect(file.says(1, whole("first"))).toBe(false);
      expect(file.says(6, whole("sec"))).toBe(false);
      expect(file.says(6, whole(""))).toBe(false);
      expect(file.says(6, whole("secOnd"))).toBe(false);
      expect(file.says(13, whole("third and more"))).toBe(false);
      expect(file.says(1_000, whole("third"))).toBe(false);
    });
  });

  it("compares the shown window of a line", async () => {
    const line = `${"x".repeat(500)}needle${"y".repeat(500)}`;
    await holding(`first\n${line}\n`, (file) => {
      const { bytes, start, isEnd } = windowOf(Buffer.from(line), 500, 40);
      expect(file.says(6, { bytes, start, isEnd })).toBe(true);
      expect(file.says(6, { bytes, start: start + 1, isEnd })).toBe(false);
      expect(file.says(6, { bytes: Buffer.from(bytes).fill("z", 20, 21), start, isEnd })).toBe(false);
    });
  });

  it("is a regular file at that very path", async () => {
    await mkdir(join(folder, "real"));
    await writeFile(join(folder, "real/a.txt"), "text\n");
    await symlink("real", join(folder, "linked"));
    await symlink("real/a.txt", join(folder, "link.txt"));
    const told = tellingDescriptors() === undefined ? [] : ["linked/a.txt"];
    for (const path of ["none.txt", "real", "link.txt", ...told])
      expect(hold(join(folder, path))).toBeUndefined();
    const file = hold(join(folder, "real/a.txt"));
    await rename(join(folder, "real"), join(folder, "moved"));
    expect(file?.says(0, whole("text"))).toBe(true);
    file?.close();
  });
});
