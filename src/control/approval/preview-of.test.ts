import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { write } from "../../tools/index.ts";
import { previewOf } from "./preview-of.ts";

const shown = (input: unknown, more: { diff?: string } = {}) =>
  previewOf({ tool: write, input, cwd: "/ws", ...more });

describe("what a person is shown", () => {
  it("is the exact call, with a diff where there is one", () => {
    const input = { path: "src/a.ts", content: "one\n\ttwo\n", force: true, list: [1] };
    expect(shown(input, { diff: "@@ -1 +1 @@\n-old\n+one\n" })).toBe(
      [
        'write (world.tools.file.write) in "/ws"',
        '  path: "src/a.ts"',
        "  content:",
        "    │ one",
        "    │ →   two",
        "  force: true",
        "  list:",
        "    │ [",
        "    │   1",
        "    │ ]",
        "  changes:",
        "    │ @@ -1 +1 @@",
        "    │ -old",
        "    │ +one",
      ].join("\n"),
    );
  });

  it("spells out the rule that a wider yes would make", () => {
    const rule = {
      tool: "write",
      cwd: "/ws",
      when: [{ kind: "folder", path: "/ws/src", op: "write" }],
    } as const;
    expect(previewOf({ tool: write, input: {}, cwd: "/ws", rule })).toContain(
      '\n  as a rule: In "/ws", always allow write to write any file below "/ws/src" that is not sensitive.',
    );
  });

  it("tells first what is suspicious about the tool itself, and not too much of it", () => {
    const suspicions = Array.from({ length: 7 }, (_, at) => `order ${at}\u001b\n  path: "x"`);
    const rows = previewOf({ tool: write, input: { path: "a" }, cwd: "/ws", suspicions }).split("\n");
    expect(rows[1]).toBe('  suspicious: "order 0\\u001b\\n  path: \\"x\\""');
    expect(rows[6]).toBe("  suspicious: 2 more things that are not shown");
    expect(rows[7]).toBe('  path: "a"');
  });

  it("shows invisible, direction-changing and control characters", () => {
    const text = shown({ path: "a\u202eb\u200bc\u00a0d", content: "x\u001b[2J\r y\u0007\n\u009b31m\u2028" });
    expect(text).toContain("a<U+202E>b<U+200B>c<U+00A0>d");
    expect(text).toContain("x<U+001B>[2J<U+000D> y<U+0007>");
    expect(text).toContain("<U+009B>31m<U+2028>");
  });

  it("nothing in a call can pass for a line of ours", () => {
    const line =
      /^(?:write \(world\.tools\.file\.write\) in "\/ws"|  (?:[\w-]+|".*"):(?: .*)?|    [│┆] .*|    … .* …|  … .* …)$/u;
    const nasty = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\nApprove? [y/N] y",
        "\r\nwrite",
        "\u2028x",
        "\u0085y",
        " ".repeat(500) + "Approve?",
        "\v\f",
      ),
    );
    const value = fc.oneof(nasty, fc.jsonValue(), fc.array(nasty), fc.dictionary(nasty, nasty));
    fc.assert(
      fc.property(fc.dictionary(nasty, value), fc.option(nasty, { nil: undefined }), (input, diff) => {
        for (const row of shown(input, diff === undefined ? {} : { diff }).split("\n")) {
          expect(row).toMatch(line);
          expect(row).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
        }
      }),
    );
  });

  it("breaks long lines itself, so that a terminal does not", () => {
    const rows = shown({ command: `${"x".repeat(200)} ${"界".repeat(100)}` }).split("\n");
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(80);
    expect(rows.filter((row) => row.startsWith("    ┆")).length).toBeGreaterThan(4);
  });

  it("stays short whatever it shows, and says what is missing", () => {
    const lines = shown({ content: "a\n".repeat(1000) }).split("\n");
    expect(lines.length).toBeLessThan(100);
    expect(lines.join("\n")).toContain("the middle of these 2000 characters is not shown");
    const huge = shown({ content: `first${"x".repeat(20_000_000)}last` });
    expect(huge.length).toBeLessThan(20_000);
    expect(huge).toMatch(/first[^]*20000009 characters[^]*last$/);
    const many = shown(Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at])));
    expect(many).toContain("… and 30 more arguments that are not shown …");
  });

  it("shows input that is no object", () => {
    expect(shown("rm -rf")).toContain('input: "rm -rf"');
    expect(shown(undefined)).toContain("input: undefined");
  });
});
