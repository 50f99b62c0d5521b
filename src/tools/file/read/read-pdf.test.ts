import { expect, it } from "vitest";
import { createMemoryFs, makeContext } from "../../../backends/index.ts";
import { Fault, type PdfPage, STANDARD_BUDGET, type ToolOutcome } from "../../../kernel/index.ts";
import { read } from "./read.ts";

/** A small PDF with one line of text on each page. */
function pdf(pages: readonly string[], trailer = ""): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${3 + index * 2} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ...pages.flatMap((text, index) => {
      const drawing = text === "" ? "" : `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
      const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${4 + index * 2} 0 R /Resources << /Font << /F1 ${font} >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<< /Size ${count} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, "latin1");
}

function readPdf(
  bytes: Uint8Array,
  input: Record<string, unknown> = {},
  maxBytes = STANDARD_BUDGET.maxBytes,
): Promise<ToolOutcome> {
  const fs = createMemoryFs({ "/ws/paper": bytes });
  const ctx = makeContext({ cwd: "/ws", fs, budget: { kind: "middle", maxBytes } });
  return read.invoke({ id: "1", name: "read", input: { path: "paper", ...input } }, ctx);
}

it("shows the text of a PDF page by page, whatever its name", async () => {
  expect((await readPdf(pdf(["Hello world", "", "The end"]))).output).toBe(
    [
      "PDF with 3 pages, showing pages 1–3",
      "--- page 1 ---\nHello world",
      "--- page 2 ---\n(no text on this page; it may be a scanned picture)",
      "--- page 3 ---\nThe end",
    ].join("\n"),
  );
});

it.each([
  ["2", "showing page 2\n--- page 2 ---\ntext 2"],
  ["2-3", "showing pages 2–3\n--- page 2 ---\ntext 2\n--- page 3 ---\ntext 3"],
  [" 4 - ", "showing page 4\n--- page 4 ---\ntext 4"],
  ["3-99", "showing pages 3–4\n--- page 3 ---\ntext 3\n--- page 4 ---\ntext 4"],
])("shows the pages %j", async (pages, words) => {
  const document = pdf(["text 1", "text 2", "text 3", "text 4"]);
  expect((await readPdf(document, { pages })).output).toBe(`PDF with 4 pages, ${words}`);
});

it.each(["0", "5", "3-2", "x", "1,2", "-1"])(
  "refuses the pages %j and says how many there are",
  async (pages) => {
    const { error } = await readPdf(pdf(["1", "2", "3", "4"]), { pages });
    expect(error).toMatchObject({ code: "invalid_input", hint: 'Use pages="1-4" or one page number.' });
    expect(error?.message).toContain("which has 4");
  },
);

it("shows as many pages as fit and says how to continue", async () => {
  const pages = Array.from({ length: 30 }, (_, index) => `page text number ${index + 1}`);
  expect((await readPdf(pdf(pages))).output).toMatch(
    /^PDF with 30 pages, showing pages 1–20\n[^]*\nUse pages="21-30" to continue\.$/,
  );
  const output = String((await readPdf(pdf(pages), {}, 500)).output);
  expect(output).toMatch(/showing pages 1–7\n[^]*\nUse pages="8-30" to continue\.$/);
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(500);
});

it("says that a PDF is locked or damaged", async () => {
  const lock = `/Encrypt << /Filter /Standard /V 1 /R 2 /O (${"a".repeat(32)}) /U (${"b".repeat(32)}) /P -4 >> /ID [(a)(b)] `;
  expect((await readPdf(pdf(["x"], lock))).error?.message).toBe("paper is a PDF locked with a password.");
  for (const bytes of [
    pdf(["x"]).subarray(0, 300),
    pdf([]),
    Buffer.from("%PDF-1.4\n"),
    Buffer.from("%PDF-1.4\nnonsense"),
  ]) {
    expect((await readPdf(bytes)).error?.message).toContain("paper is a damaged PDF");
  }
});

/** Reads a document of which so many pages could be read. */
function readPages(count: number, pages: readonly PdfPage[], asked: string): Promise<ToolOutcome> {
  const documents = { pdf: () => Promise.resolve({ count, pages }) };
  const fs = createMemoryFs({ "/ws/paper": pdf(["x"]) });
  const input = { path: "paper", pages: asked };
  return read.invoke({ id: "1", name: "read", input }, makeContext({ cwd: "/ws", fs, documents }));
}

it("goes on later when there was no time or memory for every page", async () => {
  const pages: readonly PdfPage[] = [
    { kind: "text", text: "four", isCut: false },
    { kind: "damaged", reason: "bad stream" },
    { kind: "text", text: "si", isCut: true },
  ];
  expect((await readPages(9, pages, "4-8")).output).toBe(
    [
      "PDF with 9 pages, showing pages 4–6",
      "--- page 4 ---\nfour",
      "--- page 5 ---\n(this page is damaged: bad stream)",
      "--- page 6 ---\nsi\n(this page says more than is ever shown of one; the rest is left out)",
      'Use pages="7-8" to continue.',
    ].join("\n"),
  );
});

it("reads no more pages than it would show, however many are asked for", async () => {
  const asked: unknown[] = [];
  const documents = {
    pdf: (_bytes: Uint8Array, request: unknown) => {
      asked.push(request);
      return Promise.reject(new Fault("timeout", "paper takes too long."));
    },
  };
  const ctx = makeContext({ cwd: "/ws", fs: createMemoryFs({ "/ws/paper": pdf(["x"]) }), documents });
  for (const pages of ["1-", "7-99999", "9".repeat(400), "nonsense"]) {
    const { error } = await read.invoke({ id: "1", name: "read", input: { path: "paper", pages } }, ctx);
    expect(error).toEqual({ code: "timeout", message: "paper takes too long." });
  }
  const far = Number.MAX_SAFE_INTEGER;
  expect(asked).toMatchObject([
    { name: "paper", first: 1, last: 20 },
    { first: 7, last: 26 },
    { first: far, last: far },
    { first: 1, last: 0 },
  ]);
});

it("shows a first page that is too long for a small budget all the same", async () => {
  const { output } = await readPdf(pdf(["Hello world", "more"]), {}, 100);
  expect(output).toContain("showing page 1\n");
});
