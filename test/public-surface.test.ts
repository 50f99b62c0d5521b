import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { exportedNames } from "./public-surface/exported-names.ts";

// After a deliberate change: UPDATE_SURFACE=1 npx vitest run test/public-surface.test.ts; npx oxfmt test/public-surface.json
const PIN = "test/public-surface.json";
const entries = publicEntries();

if (process.env["UPDATE_SURFACE"] === "1") writeFileSync(PIN, pinOf(entries));
const pinned: Record<string, string[]> = JSON.parse(readFileSync(PIN, "utf8"));

describe("the public surface", () => {
  it.each(entries)("%s exports exactly the pinned names", async (entry, file) => {
    const names = exportedNames(file, readFileSync(file, "utf8"));
    expect(names).toEqual(pinned[entry]);
    const values: object = await import(pathToFileURL(resolve(file)).href);
    expect(Object.keys(values).toSorted()).toEqual(names.filter((name) => !name.startsWith("type ")));
  });

  it("pins nothing that the package does not export", () => {
    expect(Object.keys(pinned)).toEqual(entries.map(([entry]) => entry));
  });

  it("R148: the tools' index does not re-export the contracts of runtime and gateway", () => {
    const names = exportedNames("src/tools/index.ts", readFileSync("src/tools/index.ts", "utf8"));
    const contracts = ["ToolCall", "ToolOutcome", "ToolBox", "ToolRunner", "ToolDescriptor", "JsonSchema"];
    expect(names).not.toEqual([]);
    expect(
      names.filter((name) => name.startsWith("*") || contracts.includes(name.replace("type ", ""))),
    ).toEqual([]);
  });
});

describe("exportedNames", () => {
  it("tells values, types and stars apart, under the names a user sees", () => {
    const source = `
      export { a, b as c, type D } from "./a.ts";
      export type { E as F } from "./e.ts";
      export * from "./g.ts";
      export const h = 1;
      export function i() {}
      export class J {}
      export interface K {}
      export type L = string;
      const hidden = 1;
    `;
    expect(exportedNames("index.ts", source)).toEqual(
      ["a", "c", "type D", "type F", "* from ./g.ts", "h", "i", "J", "type K", "type L"].toSorted(),
    );
  });
});

/** Each entry of `exports` with the source file that its `dist` file is made from. */
function publicEntries(): [entry: string, file: string][] {
  const manifest: { exports: Record<string, string | { default: string }> } = JSON.parse(
    readFileSync("package.json", "utf8"),
  );
  return Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === "string"
      ? []
      : [[entry, target.default.replace("./dist/", "src/").replace(/\.js$/, ".ts")]],
  );
}

/** A room that does not exist yet is left out, so that its test fails until it does. */
function pinOf(found: readonly [entry: string, file: string][]): string {
  const names = found
    .filter(([, file]) => existsSync(file))
    .map(([entry, file]) => [entry, exportedNames(file, readFileSync(file, "utf8"))]);
  return `${JSON.stringify(Object.fromEntries(names), null, 2)}\n`;
}
