import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { PdfPages } from "../../kernel/index.ts";
import { createDocuments, type DocumentLimits } from "./documents.ts";
import { readerProgram } from "./run-reader.ts";

/** A PDF whose pages draw what these bytes say. */
function pdf(...drawings: readonly Uint8Array[]): Buffer {
  const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
  const kids = drawings.map((_, index) => `${3 + index * 2} 0 R`).join(" ");
  const objects = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    [`<< /Type /Pages /Kids [${kids}] /Count ${drawings.length} >>`],
    ...drawings.flatMap((drawing, index) => {
      const packed = deflateSync(drawing, { level: 1 });
      return [
        [
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${4 + index * 2} 0 R `,
          `/Resources << /Font << /F1 ${font} >> >> >>`,
        ],
        [`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`, packed, "\nendstream"],
      ];
    }),
  ];
  const parts = objects.flatMap((object, index) => [`${index + 1} 0 obj\n`, ...object, "\nendobj\n"]);
  const whole = ["%PDF-1.4\n", ...parts, "trailer\n<< /Root 1 0 R >>\n%%EOF\n"];
  return Buffer.concat(whole.map((part) => Buffer.from(part as string)));
}

const says = (text: string): Buffer => Buffer.from(`BT /F1 12 Tf 20 100 Td (${text}) Tj ET`);
/** Hundreds of millions of operators in less than a megabyte: minutes of work. */
const endless = (): Buffer => Buffer.alloc(200_000_000, "q Q ");
/** One string of more characters than there is memory for. */
const enormous = (): Buffer =>
  Buffer.concat([Buffer.from("BT /F1 12 Tf ("), Buffer.alloc(80_000_000, "a"), Buffer.from(") Tj ET")]);

const SMALL: Partial<DocumentLimits> = { memoryBytes: 160 * 1024 * 1024 };

interface Asked {
  readonly limits?: Partial<DocumentLimits>;
  readonly first?: number;
  readonly last?: number;
  readonly maxBytes?: number;
  readonly cancel?: AbortSignal;
}

function read(bytes: Uint8Array, asked: Asked = {}): Promise<PdfPages> {
  const { limits, first = 1, last = 20, maxBytes = 64 * 1024, cancel = new AbortController().signal } = asked;
  return createDocuments(limits).pdf(bytes, { name: "a.pdf", first, last, maxBytes }, cancel);
}

/** Programs that this process started and that still run; none where the system does not tell. */
function programsLeft(): readonly string[] {
  const list = `/proc/self/task/${process.pid}/children`;
  const ids = existsSync(list) ? readFileSync(list, "latin1").trim() : "";
  return ids === "" ? [] : ids.split(" ").map((id) => readFileSync(`/proc/${id}/cmdline`, "latin1"));
}

const page = (text: string) => ({ kind: "text", text, isCut: false });

describe("a PDF", () => {
  const three = pdf(says("one"), says("two"), says("three"));

  it.each([
    [{}, ["one", "two", "three"]],
    [{ first: 2, last: 2 }, ["two"]],
    [{ first: 3, last: 99 }, ["three"]],
    [{ first: 4, last: 9 }, []],
    [{ first: 1, last: 0 }, []],
    [{ maxBytes: 4 }, ["one", "two"]],
    [{ maxBytes: -1 }, ["one"]],
    [{ first: Number.MAX_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER }, []],
  ] as const)("is read as far as %j asks", async (asked, texts) => {
    expect(await read(three, asked)).toEqual({ count: 3, pages: texts.map(page) });
  });

  it("gives no more of one page than is ever taken", async () => {
    expect((await read(three, { limits: { pageCharacters: 3 } })).pages).toEqual([
      page("one"),
      page("two"),
      { kind: "text", text: "thr", isCut: true },
    ]);
  });

  it("is read beside others at the same time", async () => {
    const all = await Promise.all([read(three), read(pdf(says("other"))), read(three)]);
    expect(all.map(({ count }) => count)).toEqual([3, 1, 3]);
  });
});

describe("a hostile PDF", () => {
  it("that takes too long is ended, and the event loop stays free meanwhile", async () => {
    const bytes = pdf(endless());
    expect(bytes.length).toBeLessThan(1_000_000);
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);
    await expect(read(bytes, { limits: { timeMs: 1500 } })).rejects.toMatchObject({
      code: "timeout",
      message: "a.pdf is a PDF that takes more than 1.5 s to read from page 1.",
      hint: "Ask for other pages, or make text of it with a program for PDFs.",
    });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
    expect(programsLeft()).toEqual([]);
  });

  it("that takes too much memory is ended, and this process goes on", async () => {
    await expect(read(pdf(enormous()), { limits: SMALL })).rejects.toMatchObject({
      code: "tool_error",
      message: "a.pdf is a PDF that takes more than 160 MB of memory to read from page 1.",
    });
  });

  it("gives the pages before the one that takes too much", async () => {
    const bytes = pdf(says("good"), enormous(), says("never seen"));
    expect(await read(bytes, { limits: SMALL })).toEqual({ count: 3, pages: [page("good")] });
    await expect(read(bytes, { limits: SMALL, first: 2 })).rejects.toThrow(/of memory to read from page 2/);
  });

  it("is left when the caller takes the call back", async () => {
    const controller = new AbortController();
    const reading = read(pdf(endless()), { cancel: controller.signal });
    setTimeout(() => controller.abort(new Error("not wanted any more")), 300);
    await expect(reading).rejects.toThrow("not wanted any more");
    expect(programsLeft()).toEqual([]);
    await expect(read(pdf(says("x")), { cancel: controller.signal })).rejects.toThrow("not wanted any more");
  });
});

describe("the reader", () => {
  it("ends itself when the process that started it is gone", async () => {
    const order = { size: 9, first: 1, last: 1, maxBytes: 1, timeMs: 1, pageCharacters: 1, memoryBytes: 1e9 };
    const program = readerProgram({ ...order, parent: 0 });
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      cwd: import.meta.dirname,
      stdio: ["pipe", "ignore", "ignore"],
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  });

  it("that cannot be started is reported", async () => {
    const { execPath } = process;
    process.execPath = "/nowhere/node";
    try {
      await expect(read(pdf(says("x")))).rejects.toMatchObject({
        code: "tool_error",
        message: "a.pdf cannot be read: the PDF reader ended, spawn /nowhere/node ENOENT.",
      });
    } finally {
      process.execPath = execPath;
    }
  });
});
