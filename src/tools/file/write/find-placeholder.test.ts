import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPlaceholder } from "./find-placeholder.ts";

const STUBS = [
  "// ... rest of file unchanged",
  "// ... rest of the code ...",
  "  // ...existing code...",
  "# rest of code remains the same",
  "# ... (rest of the implementation)",
  "/* ... remaining methods unchanged ... */",
  "{/* ... existing imports ... */}",
  "<!-- ... unchanged ... -->",
  "... existing code ...",
  "[... rest of file omitted ...]",
  "-- … other functions …",
  "// The rest of this function stays the same.",
  "// Keep existing code as is",
  "# ... more code here",
  "% ... same as before",
];

const ORDINARY = [
  "...",
  "    ...",
  "def f(x): ...",
  "const [first, ...rest] = items;",
  "// The rest of the arguments are parsed lazily.",
  "// Other fields remain unchanged",
  "# existing code paths call this twice",
  "// unchanged",
  "// TODO: rest of the implementation",
  "return { ...existing, code };",
  "* the remaining text of the line",
  "rest of the file",
  "The rest of the code is unchanged.",
  'print("... existing code ...")',
  "# No changes needed",
  "...rest,",
  "// more tests",
];

describe("findPlaceholder", () => {
  it.each(STUBS)("finds %j", (line) => {
    expect(findPlaceholder(`first\n${line}\nlast\n`)).toEqual({ line: 2, text: line.trim() });
    expect(findPlaceholder(`first\r\n${line}\r\n`, "")).toMatchObject({ line: 2 });
  });

  it.each(ORDINARY)("lets %j pass", (line) => {
    expect(findPlaceholder(`first\n${line}\nlast\n`)).toBeUndefined();
    expect(findPlaceholder(`first\n${line}\nlast\n`, "first\n")).toBeUndefined();
  });

  it("takes a bare <!-- unchanged --> for one only where a file is overwritten", () => {
    expect(findPlaceholder("<!-- unchanged -->")).toBeUndefined();
    expect(findPlaceholder("<!-- unchanged -->", "<p>text</p>")).toBeDefined();
  });

  it("lets a line pass that the file already has", () => {
    expect(findPlaceholder("a\n// ... existing code ...\n", "b\n// ... existing code ...\n")).toBeUndefined();
  });

  it("lets all of this project's source pass", async () => {
    const root = join(import.meta.dirname, "../../..");
    const names = await readdir(root, { recursive: true });
    const sources = names.filter(
      (name) => name.endsWith(".ts") && !name.endsWith("find-placeholder.test.ts"),
    );
    expect(sources.length).toBeGreaterThan(50);
    for (const name of sources) {
      expect([name, findPlaceholder(await readFile(join(root, name), "utf8"), "")]).toEqual([
        name,
        undefined,
      ]);
    }
  });
});
