import { expect, it } from "vitest";
import { globExpression } from "./glob-expression.ts";

const words = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

it.each([
  ["*.ts", "a.ts .ts a.b.ts", "a.tsx x/a.ts"],
  ["src/**/*.{ts,tsx}", "src/a.ts src/x/y/b.tsx", "src/a.js a.ts xsrc/a.ts"],
  ["**/f1.*", "f1.a x/y/f1.b", "f1 xf1.a"],
  ["a/**", "a/b a/b/c", "a ab/c"],
  ["**", "a a/b", ""],
  ["a/**/b/**/c", "a/b/c a/x/b/y/z/c a/b/b/c", "a/c a/x/c xa/b/c"],
  ["*a*b*", "ab xaxbx aab", "ba a/b"],
  ["*ab", "ab aab abab", "aba"],
  ["a?c", "abc aéc", "ac a/c abbc"],
  ["[a-c]x[!0-9]", "axa bxé", "dxa ax1 ax/"],
  ["[]x][^]]", "]a xb", "]] ya"],
  ["{a,b{c,d}}.x", "a.x bc.x bd.x", "b.x c.x"],
  ["{x", "{x", "x"],
  ["[x", "[x", "x"],
  [String.raw`\*.{a,\,}`, "*.a *.,", "x.a"],
  ["a.b+c(d|e)", "a.b+c(d|e)", "axb+c(d|e) a.bbcd"],
  ["a**b", "ab axxb", "a/b"],
])("%s matches paths as everywhere", (glob, matching, others) => {
  const expression = globExpression(glob);
  expect(words(matching).filter((path) => !expression.test(path))).toEqual([]);
  expect(words(others).filter((path) => expression.test(path))).toEqual([]);
});

it.each([
  [`${"*a".repeat(50)}*b`, "a".repeat(255)],
  [`${"*?".repeat(50)}*b`, "a".repeat(255)],
  [`${"**/a/".repeat(30)}b`, "a/".repeat(2000)],
  [`${"**/*a*/".repeat(30)}b`, `${"aaa/".repeat(1000)}c`],
])("no glob makes it slow: %s", (glob, path) => {
  const expression = globExpression(glob);
  const start = performance.now();
  expect(expression.test(path)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2_000);
});

it("refuses braces that multiply beyond measure", () => {
  expect(() => globExpression("{a,b}".repeat(40))).toThrow("too many");
});
