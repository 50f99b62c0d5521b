import { array, assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { createErrorLineFinder } from "./find-error-lines.ts";

function found(text: string, step = 7): string[] {
  const finder = createErrorLineFinder();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += step) finder.add(bytes.subarray(at, at + step));
  return finder.between(0, bytes.length).map(({ offset, text: line }) => `${offset} ${line}`);
}

describe("error lines", () => {
  it("are found wherever chunks are cut, with the place where they begin", () => {
    const line = constantFrom(
      "ok",
      "Grüße: error here",
      "FATAL",
      "warning: old",
      "0 errors",
      "x".repeat(500),
    );
    assert(
      property(array(line, { maxLength: 12 }), integer({ min: 1, max: 40 }), (lines, step) => {
        const text = lines.map((each) => `${each}\n`).join("");
        for (const each of found(text, step)) {
          const [, offset = "", shown = ""] = /^(\d+) (.*)$/.exec(each) ?? [];
          expect(Buffer.from(text).subarray(Number(offset)).toString().startsWith(shown)).toBe(true);
        }
        const telling = lines.filter((each) => /error here|FATAL/.test(each)).length;
        expect(found(text, step).filter((each) => /error here|FATAL/.test(each))).toHaveLength(telling);
      }),
    );
  });

  it("are found in lines of any length, with what is wrong in sight", () => {
    const [long, longer] = ["x".repeat(1_000), "x".repeat(9_000)];
    for (const step of [7, 500, 64_000]) {
      expect(found(`error: cause ${long}\n`, step)).toEqual([`0 error: cause ${"x".repeat(287)}`]);
      expect(found(`ok\n${long} error: cause`, step)).toEqual([`944 ${"x".repeat(59)} error: cause`]);
      for (const text of [longer, `${longer}\n`]) {
        expect(found(`error: cause ${text}`, step)).toHaveLength(1);
        expect(found(`${longer}${longer} error: cause ${text}`, step).join("")).toContain("error: cause");
      }
    }
  });

  it("are not looked for in what is no text", () => {
    expect(found("\0\u0001write error\0\0cannot open\n")).toEqual([]);
  });

  it("are not crowded out by warnings, and are few and short", () => {
    const warnings = Array.from({ length: 500 }, (_, at) => `warning ${at}`).join("\n");
    expect(found(`${warnings}\nerror: at last\n`, 1_000).at(-1)).toMatch(/error: at last/);
    const errors = found(`error ${"y".repeat(5_000)}\n`.repeat(500), 64_000);
    expect(errors.length).toBeLessThan(25);
    expect(Math.max(...errors.map((line) => line.length))).toBeLessThan(320);
  });

  it("leave out what says that nothing is wrong, and what is shown anyway", () => {
    expect(found("0 errors, no warnings\nno failures\n")).toEqual([]);
    const finder = createErrorLineFinder();
    finder.add(Buffer.from("error 1\nerror 2\nerror 3"));
    expect(finder.between(8, 16).map(({ text }) => text)).toEqual(["error 2"]);
  });
});
