import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeContext } from "../../../backends/index.ts";
import type { ToolOutcome } from "../../../kernel/index.ts";
import { codecFor } from "../text/codec-for.ts";
import type { TextEncodingName } from "../text/text-encoding.ts";
import { edit } from "./edit.ts";

/** Enough text of a language for its encoding to be recognised. */
const LANGUAGES: readonly (readonly [TextEncodingName, "" | "BOM", string])[] = [
  ["utf-8", "", "Größe 大小 размер 🎉 naïve"],
  ["utf-8", "BOM", "Größe 大小 размер 🎉 naïve"],
  ["utf-16le", "BOM", "Größe 大小 размер 🎉 naïve and some plain words"],
  ["utf-16be", "BOM", "Größe 大小 размер 🎉 naïve and some plain words"],
  ["gb18030", "", "这是一个用来测试的文件,里面有一些中文的句子。我们希望它不会被改变。"],
  [
    "shift_jis",
    "",
    "これはテストのためのファイルです。日本語の文章がいくつかあります。変わらないでください。",
  ],
  ["windows-1252", "", "Die Tür ist für große Gäste schön geöffnet, und der Fluß fließt über die Brücke."],
];

async function editOf(
  content: Uint8Array,
  input: Record<string, unknown>,
): Promise<{ outcome: ToolOutcome; after: Uint8Array }> {
  const ctx = makeContext();
  await ctx.fs.writeFile("/workspace/f", content);
  const outcome = await edit.invoke({ id: "1", name: "edit", input: { path: "f", ...input } }, ctx);
  return { outcome, after: await ctx.fs.readBytes("/workspace/f") };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

const ending = fc.constantFrom("\n", "\r\n", "\r", "");

describe("R180: every byte outside the match stays as it was", () => {
  it.each(LANGUAGES)("in %s %s", async (name, mark, sample) => {
    const bom = mark === "BOM" ? "\uFEFF" : "";
    const codec = await codecFor(name);
    const letters = Array.from(sample);
    const piece = fc
      .array(fc.constantFrom(...letters, " ", "\t"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    const side = fc.array(fc.tuple(piece, ending), { maxLength: 8 }).map((lines) => lines.flat().join(""));
    await fc.assert(
      fc.asyncProperty(side, side, piece, async (before, after, wanted) => {
        const head = codec.encode(`${bom}${sample}\n${before}\n`);
        const tail = codec.encode(`\n${after}\n${sample}`);
        const needle = `<<${wanted}>>`;
        const whole = Buffer.concat([head, codec.encode(needle), tail]);
        const { outcome, after: result } = await editOf(whole, { oldText: needle, newText: "[new]" });
        expect(outcome.output).toMatchObject([{ kind: "text" }, { kind: "json" }]);
        expect(hex(result)).toBe(hex(Buffer.concat([head, codec.encode("[new]"), tail])));
      }),
      { numRuns: 60 },
    );
  });

  it("in UTF-8 with bytes that are none", async () => {
    const junk = fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.map((byte) => byte || 0x80));
    await fc.assert(
      fc.asyncProperty(junk, junk, async (before, after) => {
        const around = Buffer.from("größer, schöner, übler, für ähnliche Bücher\n".repeat(8));
        const head = Buffer.concat([around, before, Buffer.from("\n")]);
        const tail = Buffer.concat([Buffer.from("\n"), after, around]);
        const { after: result } = await editOf(Buffer.concat([head, Buffer.from("needle"), tail]), {
          oldText: "needle",
          newText: "pin",
        });
        expect(hex(result)).toBe(hex(Buffer.concat([head, Buffer.from("pin"), tail])));
      }),
    );
  });

  it("when the match needed the whitespace-tolerant fallback", async () => {
    const blanks = fc.stringMatching(/^[ \t]{2,5}$/);
    const side = fc.array(fc.tuple(fc.stringMatching(/^[a-f \t]{0,9}$/), ending), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(side, side, blanks, blanks, async (before, after, first, second) => {
        const head = `${before.flat().join("")}\n`;
        const tail = `${after.flat().join("")}\n`;
        const { outcome, after: result } = await editOf(Buffer.from(`${head}x${first}y${second}z${tail}`), {
          oldText: "x y z",
          newText: "new",
        });
        expect(outcome.isError).toBe(false);
        expect(hex(result)).toBe(hex(Buffer.from(`${head}new${tail}`)));
      }),
    );
  });

  it("wherever a unique text is cut out of any text", async () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), fc.nat(), async (whole, from, length) => {
        const characters = Array.from(whole);
        const start = from % characters.length;
        const end = Math.min(characters.length, start + 1 + (length % 8));
        const wanted = characters.slice(start, end).join("");
        const at = characters.slice(0, start).join("").length;
        fc.pre(
          !/\p{Surrogate}/u.test(whole) && whole.indexOf(wanted) === at && whole.lastIndexOf(wanted) === at,
        );
        fc.pre(!/[\r\n\0\uFEFF]/.test(whole) && wanted !== "new");
        const { outcome, after } = await editOf(Buffer.from(whole), { oldText: wanted, newText: "new" });
        fc.pre(!outcome.isError || !/ is (?:an? |not text)/.test(String(outcome.output)));
        expect(hex(after)).toBe(
          hex(Buffer.from(`${whole.slice(0, at)}new${whole.slice(at + wanted.length)}`)),
        );
      }),
    );
  });
});

describe("laws of several replacements", () => {
  it("R179: replaceAll changes every occurrence and counts them", async () => {
    const text = fc.array(fc.constantFrom("a", "b", "ab", "\n", "é"), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom("ab", "a", "ba", "é\n"), async (parts, wanted) => {
        const whole = parts.join("");
        const count = whole.split(wanted).length - 1;
        const { outcome, after } = await editOf(Buffer.from(whole), {
          oldText: wanted,
          newText: "-",
          replaceAll: true,
        });
        fc.pre(count > 0);
        expect(outcome.output).toMatchObject([{}, { value: { replacements: count } }]);
        expect(Buffer.from(after).toString()).toBe(whole.replaceAll(wanted, "-"));
      }),
    );
  });

  it("several edits in one call do what the same edits do one after the other", async () => {
    const replacement = fc.string({ unit: fc.constantFrom("x", "y", "é", "\n", " "), maxLength: 6 });
    const edits = fc.uniqueArray(fc.tuple(fc.nat(19), replacement), {
      selector: ([line]) => line,
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(edits, ending, async (chosen, end) => {
        const content = Buffer.from(Array.from({ length: 20 }, (_, n) => `<${n}>${end || "\n"}`).join(""));
        const wanted = chosen.map(([line, newText]) => ({ oldText: `<${line}>`, newText }));
        const together = await editOf(content, { edits: wanted });
        let apart: Uint8Array = content;
        for (const one of wanted) apart = (await editOf(apart, one)).after;
        expect(together.outcome.isError).toBe(false);
        expect(hex(together.after)).toBe(hex(apart));
      }),
    );
  });
});
