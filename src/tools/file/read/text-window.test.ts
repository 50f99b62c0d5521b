import * as fc from "fast-check";
import { expect, it } from "vitest";
import { digestOf, type FsFile, type OutputBudget } from "../../../kernel/index.ts";
import { codecFor } from "../text/codec-for.ts";
import type { TextEncodingInfo, TextEncodingName } from "../text/text-encoding.ts";
import { BLOCK_BYTES } from "./blocks.ts";
import { pageEvidence } from "./page-evidence.ts";
import { readTextWindow } from "./text-window.ts";

const cancel = new AbortController().signal;
const PLENTY: OutputBudget = { kind: "middle", maxBytes: 100_000_000 };
const UTF8: TextEncodingInfo = { name: "utf-8", bomBytes: 0, confident: true };

function fileOf(
  bytes: Uint8Array,
  onRead: (position: number, length: number) => void = () => undefined,
): FsFile {
  return {
    path: "/f",
    identity: "id:1",
    size: bytes.length,
    mode: 0o644,
    links: 1,
    read: async (position, length) => {
      onRead(position, length);
      return bytes.slice(position, position + length);
    },
    close: async () => undefined,
  };
}

/** The lines of a text the way anybody would split it. */
function naiveLines(text: string): string[] {
  const parts = text.split("\n");
  const last = parts.pop() ?? "";
  const ended = parts.map((line) => line.replace(/\r$/, ""));
  return last === "" ? ended : [...ended, last];
}

const alphabet = fc.constantFrom("a", "é", "日", "🙂", "\n", "\n", "\r\n", "\r", " ", "ऊ");

const ENCODINGS: readonly TextEncodingName[] = ["utf-8", "utf-16le", "utf-16be", "gb18030"];

it("R175: shows the very lines a plain split gives, in any encoding and window, from either end", async () => {
  const text = fc.array(alphabet, { minLength: 1, maxLength: 200 }).map((parts) => parts.join(""));
  const offsets = fc.integer({ min: -60, max: 60 });
  const limits = fc.integer({ min: 1, max: 40 });
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.constantFrom(...ENCODINGS),
      offsets,
      limits,
      async (content, name, offset, limit) => {
        const file = fileOf((await codecFor(name)).encode(content));
        const lines = naiveLines(content);
        const start = offset < 0 ? Math.max(0, lines.length + offset) : Math.max(0, offset - 1);
        fc.pre(start < lines.length);
        const encoding = { name, bomBytes: 0, confident: true };
        const window = await readTextWindow(file, { path: "f", offset, limit }, encoding, {
          budget: PLENTY,
          cancel,
        });
        expect(window.page.map((line) => line.text)).toEqual(lines.slice(start, start + limit));
        expect(window.first).toBe(start + 1);
        expect(window.total).toBe(lines.length);
        expect(window.more).toBe(start + limit < lines.length);
      },
    ),
  );
});

it("an offset past the end is refused with the number of lines, in any encoding", async () => {
  const text = fc.array(alphabet, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.constantFrom(...ENCODINGS),
      fc.integer({ min: 1, max: 9 }),
      async (content, name, beyond) => {
        const file = fileOf((await codecFor(name)).encode(content));
        const { length } = naiveLines(content);
        const ask = { path: "f", offset: length + beyond };
        const read = readTextWindow(
          file,
          ask,
          { name, bomBytes: 0, confident: true },
          { budget: PLENTY, cancel },
        );
        await expect(read).rejects.toThrow(`f has ${length} line`);
      },
    ),
  );
});

it("evidence holds exactly the bytes of what was shown", async () => {
  const line = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.constant("x".repeat(40)),
    fc.constant("日".repeat(40)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 100, max: 2000 }),
      async (lines, maxBytes) => {
        const bytes = Buffer.from(`${lines.join("\n")}!`, "utf8");
        const file = fileOf(bytes);
        const window = await readTextWindow(file, { path: "f" }, UTF8, {
          budget: { kind: "middle", maxBytes },
          cancel,
        });
        const evidence = pageEvidence(file, window.page);
        for (const { start, end, digest } of evidence.ranges)
          expect(digest).toBe(digestOf(bytes.subarray(start, end)));
        const shown = evidence.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
        expect(evidence.whole).toBe(shown === bytes.length ? digestOf(bytes) : undefined);
      },
    ),
  );
});

it("finds lines across blocks and reads no further than it must", async () => {
  const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, index) => `line ${index + 1}\n`).join(""));
  let furthest = 0;
  const file = fileOf(bytes, (position, length) => (furthest = Math.max(furthest, position + length)));
  const near = await readTextWindow(file, { path: "f", offset: 10, limit: 3 }, UTF8, {
    budget: PLENTY,
    cancel,
  });
  expect(near.page.map(({ text }) => text)).toEqual(["line 10", "line 11", "line 12"]);
  expect(near.total).toBeUndefined();
  expect(near.more).toBe(true);
  expect(furthest).toBeLessThan(3 * BLOCK_BYTES);
  const far = await readTextWindow(file, { path: "f", offset: 599_999 }, UTF8, { budget: PLENTY, cancel });
  expect(far.page.map(({ text }) => text)).toEqual(["line 599999", "line 600000"]);
  expect(far).toMatchObject({ total: 600_000, more: false });
});

it("a tail of a file too large to count reads its end only and counts from there", async () => {
  const block = Buffer.from(`${"x".repeat(1023)}\n`.repeat(1024));
  const size = 64 * BLOCK_BYTES;
  const asked: number[] = [];
  const file: FsFile = {
    ...fileOf(block),
    size,
    read: async (position, length) => {
      asked.push(position);
      return block.subarray(0, Math.min(length, size - position));
    },
  };
  const window = await readTextWindow(file, { path: "f", offset: -3, limit: 2 }, UTF8, {
    budget: PLENTY,
    cancel,
  });
  expect(window).toMatchObject({ first: -3, total: undefined, more: true });
  expect(window.page).toHaveLength(2);
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(size - BLOCK_BYTES);
});

it("a line of 200 MB is cut without ever being held", async () => {
  const size = 200 * BLOCK_BYTES;
  const block = Buffer.alloc(BLOCK_BYTES, "x");
  const file: FsFile = {
    ...fileOf(block),
    size,
    read: async (position, length) => block.subarray(0, Math.min(length, size - position)),
  };
  const window = await readTextWindow(file, { path: "f" }, UTF8, { budget: PLENTY, cancel });
  const [line] = window.page;
  expect(line?.text).toBe(`${"x".repeat(2000)}… [line cut: ${size - 2000} more bytes]`);
  expect(line?.raw.bytes.length).toBeLessThan(10_000);
  expect(pageEvidence(file, window.page).ranges).toEqual([
    { start: 0, end: 2000, digest: digestOf(block.subarray(0, 2000)) },
  ]);
  expect(window).toMatchObject({ total: 1, more: false });
});

it("a file that shrinks while being read gives what is left, or says so", async () => {
  const bytes = Buffer.from("one\ntwo\nthree\n");
  const shrunk = { ...fileOf(bytes.subarray(0, 6)), size: bytes.length };
  const window = await readTextWindow(shrunk, { path: "f" }, UTF8, { budget: PLENTY, cancel });
  expect(window.page.map(({ text }) => text)).toEqual(["one", "tw"]);
  expect(pageEvidence(shrunk, window.page).whole).toBeUndefined();
  const gone = { ...fileOf(new Uint8Array()), size: bytes.length };
  await expect(readTextWindow(gone, { path: "f" }, UTF8, { budget: PLENTY, cancel })).rejects.toThrow(
    "became shorter",
  );
  await expect(
    readTextWindow(gone, { path: "f", offset: -2 }, UTF8, { budget: PLENTY, cancel }),
  ).rejects.toThrow("became shorter");
});

it("a failing read surfaces once, and a cancelled one stops", async () => {
  const bytes = Buffer.alloc(3 * BLOCK_BYTES, "x\n");
  const failing: FsFile = {
    ...fileOf(bytes),
    read: async (position, length) => {
      if (position > 0) throw new Error("EIO");
      return bytes.subarray(position, position + length);
    },
  };
  await expect(
    readTextWindow(failing, { path: "f", offset: 1_000_000 }, UTF8, { budget: PLENTY, cancel }),
  ).rejects.toThrow("EIO");
  const reason = new Error("enough");
  const read = readTextWindow(fileOf(bytes), { path: "f", offset: 1_000_000 }, UTF8, {
    budget: PLENTY,
    cancel: AbortSignal.abort(reason),
  });
  await expect(read).rejects.toBe(reason);
});
