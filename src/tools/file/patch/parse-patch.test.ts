import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../kernel/index.ts";
import type { FilePatch } from "./file-patch.ts";
import { parsePatch } from "./parse-patch.ts";

const ENVELOPE = `*** Begin Patch
*** Add File: new.txt
+one
+
+three
*** Update File: src/a.ts
*** Move to: src/b.ts
@@ class A
@@   run() {
 keep
-old
+new
*** End of File
*** Delete File: gone.txt
*** End Patch
`;

const EXPECTED = [
  { kind: "add", path: "new.txt", content: "one\n\nthree\n" },
  {
    kind: "update",
    path: "src/a.ts",
    moveTo: "src/b.ts",
    hunks: [
      {
        lines: [
          { sign: " ", text: "keep" },
          { sign: "-", text: "old" },
          { sign: "+", text: "new" },
        ],
        anchors: ["class A", "run() {"],
        atEnd: true,
      },
    ],
  },
  { kind: "delete", path: "gone.txt", hunks: [] },
];

const created = (names: string, path: string): string =>
  `diff --git ${names}\nnew file mode 100644\n--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n+x\n`;

describe("apply_patch envelopes", () => {
  it("are read with every kind of section", () => {
    expect(parsePatch(ENVELOPE)).toMatchObject(EXPECTED);
  });

  it.each([
    ["without the last line", ENVELOPE.replace("*** End Patch\n", "")],
    ["without the first line", ENVELOPE.replace("*** Begin Patch\n", "")],
    ["in CRLF", ENVELOPE.replaceAll("\n", "\r\n")],
    ["in a code fence", `\`\`\`diff\n${ENVELOPE}\`\`\`\n`],
    ["in a heredoc", `apply_patch <<'EOF'\n${ENVELOPE}EOF\n`],
    ["in a heredoc that is piped", `cat <<EOF | apply_patch\n${ENVELOPE}EOF`],
    [
      "in a heredoc without a last line",
      `apply_patch <<'END'\n${ENVELOPE.replace("*** End Patch\n", "")}END\n`,
    ],
    ["in a heredoc in a code fence", `\`\`\`\napply_patch <<'EOF'\n${ENVELOPE}EOF\n\`\`\``],
    ["in a code fence below words", `Here:\n\`\`\`diff\n${ENVELOPE}\`\`\``],
    ["below words", `Here is the patch:\n\n${ENVELOPE}`],
    [
      "with empty lines between sections",
      ENVELOPE.replaceAll("*** ", "\n*** ").replace("\n*** Move", "*** Move"),
    ],
  ])("are read %s", (_, text) => {
    expect(parsePatch(text)).toMatchObject(EXPECTED);
  });

  it("take a hunk without @@ and several in one section", () => {
    const [file] = parsePatch("*** Update File: a\n-one\n+two\n@@\n three\n+four\n@@ -9,2 +9,2 @@\n-x\n+y");
    expect(file).toMatchObject({
      hunks: [
        { anchors: [], patchLine: 2 },
        { anchors: [], patchLine: 4 },
        { anchors: [], statedLine: 9, patchLine: 7 },
      ],
    });
  });

  it("take an empty line inside a hunk for an unchanged empty line, and after it for decoration", () => {
    const [file] = parsePatch("*** Update File: a\n@@\n one\n\n-two\n+2\n\n\n*** End Patch");
    expect(linesOf(file!)).toEqual([" one", " ", "-two", "+2"]);
  });

  it.each([
    ["around a unified diff", "*** Begin Patch\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n*** End Patch"],
    ["with the names of one", "*** Begin Patch\n*** Update File: x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b"],
  ])("are read %s", (_, text) => {
    const [file, ...others] = parsePatch(text);
    expect(file).toMatchObject({ kind: "update", path: "x" });
    expect([linesOf(file!), others]).toEqual([["-a", "+b"], []]);
  });

  it.each([
    ["", /patch is empty/],
    ["hello", /neither an apply_patch envelope nor a unified diff/],
    ["*** Begin Patch\n*** End Patch", /names no file/],
    ["*** Begin Patch\nhello\n*** End Patch", /Line 2 of the patch: expected \*\*\* Add File/],
    ["*** Add File: a\nno sign", /Line 2 of the patch: every line of an added file begins with "\+"/],
    ["*** Add File:  \n+x", /names no path/],
    ["*** Update File: a\n", /says nothing to change/],
    ["*** Update File: a\n@@\n context", /Line 2 of the patch: the hunk has no \+ or - line/],
    ["*** Update File: a\n@@\n-a\n+b\nfoo", /Line 5 of the patch: expected a line that begins with/],
    ["*** Update File: a\n*** Move to:\n-a", /names no path/],
    ["*** Delete File: a\n-x", /takes no lines/],
    ["*** Begin Patch\n*** Delete File: a\n*** End Patch\nmore", /text after \*\*\* End Patch/],
  ])("refuse %j", (text, message) => {
    expect(() => parsePatch(text)).toThrow(message);
  });
});

describe("unified diffs", () => {
  it("are read as git writes them", () => {
    const text = `From 0123456789abcdef Mon Sep 17 00:00:00 2001
Subject: [PATCH] - things
+ more

---
 a.txt | 2 +-
 1 file changed

diff --git a/a.txt b/a.txt
index 1111111..2222222 100644
--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,3 @@ section
 one
-two
+TWO
 three
@@ -10 +10,2 @@
 ten
+eleven
\\ No newline at end of file
diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,2 @@
+x
+y
\\ No newline at end of file
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git a/old name.txt b/new name.txt
similarity index 100%
rename from old name.txt
rename to new name.txt
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/empty.txt b/empty.txt
new file mode 100644
index 0000000..e69de29
-- 
2.39.5
`;
    expect(parsePatch(text)).toMatchObject([
      { kind: "update", path: "a.txt", hunks: [{ statedLine: 1 }, { statedLine: 10 }] },
      { kind: "add", path: "new.txt", content: "x\ny" },
      { kind: "delete", path: "gone.txt", hunks: [{ statedLine: 1 }] },
      { kind: "update", path: "old name.txt", moveTo: "new name.txt", hunks: [] },
      { kind: "add", path: "empty.txt", content: "" },
    ]);
  });

  it.each([
    ["plain names", "--- a.txt\n+++ a.txt", "a.txt"],
    ["git's prefixes", "--- a/src/a.txt\n+++ b/src/a.txt", "src/a.txt"],
    ["times after tabs", "--- a.txt\t2024-01-01 10:00:00\n+++ a.txt\t2024-01-02 10:00:00", "a.txt"],
    ["times after blanks", "--- a.txt 2024-01-01 10:00:00\n+++ a.txt  2024-01-02T10:00:00Z", "a.txt"],
    ["a prefix on one name only", "--- a/src/a.txt\n+++ src/a.txt", "src/a.txt"],
    ["a folder that is really called a", "--- a/x\n+++ a/x", "a/x"],
    ["a backup name", "--- x.orig\n+++ x", "x"],
    ["mnemonic prefixes", "--- i/x\n+++ w/x", "x"],
    ["quoted names", '--- "a/caf\\303\\251 \\"1\\".txt"\n+++ "b/caf\\303\\251 \\"1\\".txt"', 'café "1".txt'],
    ["names with blanks", "--- a/my file\t\n+++ b/my file\t", "my file"],
  ])("are read with %s", (_, header, path) => {
    expect(parsePatch(`${header}\n@@ -1 +1 @@\n-a\n+b\n`)).toMatchObject([{ kind: "update", path }]);
  });

  it("take the names of new files from git's line, where the prefixes are known", () => {
    expect(parsePatch(created("b/x b/x", "b/x"))).toMatchObject([{ path: "b/x" }]);
    expect(parsePatch(created("i/x w/x", "w/x"))).toMatchObject([{ path: "x" }]);
  });

  it("are read from several code fences with words between them", () => {
    const text = `First:\n\`\`\`diff\n--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n\`\`\`\nThen:\n\`\`\`diff\n--- b\n+++ b\n@@ -1 +1 @@\n-a\n+b\n\`\`\`\nDone.`;
    expect(parsePatch(text).map(({ path }) => path)).toEqual(["a", "b"]);
  });

  it("tell a removed line that looks like a header from a header by the counts", () => {
    const text =
      "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n keep\n--- a/z\n+++ b/z\n@@ -1 +1 @@\n-a\n+b\n";
    const patches = parsePatch(text);
    expect(patches.map(({ path }) => path)).toEqual(["x", "z"]);
    expect(linesOf(patches[0]!)).toEqual(["--- a/y", "+++ b/y", " keep"]);
  });

  it.each([
    ["too small", "@@ -1,1 +1,1 @@"],
    ["too large", "@@ -1,9 +1,9 @@"],
    ["missing", "@@ @@"],
  ])("are read with counts that are %s", (_, header) => {
    const text = `--- a/x\n+++ b/x\n${header}\n one\n\n-two\n+2\n three\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n`;
    const [first, second] = parsePatch(text);
    expect(linesOf(first!)).toEqual([" one", " ", "-two", "+2", " three"]);
    expect(second).toMatchObject({ path: "y" });
  });

  it("keep a carriage return that belongs to the content and drop one that the transport added", () => {
    const text = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+b\r\n";
    expect(linesOf(parsePatch(text)[0]!)).toEqual(["-a\r", "+b\r"]);
    const sent = "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n";
    expect(linesOf(parsePatch(sent)[0]!)).toEqual(["-a", "+b"]);
  });

  it.each([
    [
      "diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n",
      /binary patches/,
    ],
    ["diff --git a/x.png b/x.png\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZ\n", /binary patches/],
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nBinary files a/y and b/y differ\n", /binary patches/],
    ["--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", /"---" names x and "\+\+\+" names y/],
    ["--- a/x\n+++ b/x\n", /has no hunks/],
    ["--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n", /both names are \/dev\/null/],
    ["--- /dev/null\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", /x is a new file/],
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n", /no \+ or - line/],
    [
      "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nlost its sign\n-d\n+e\n",
      /Line 6 of the patch: expected a line/,
    ],
    ["--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\nlost\n+c\n", /Line 6 of the patch: expected a line/],
    ["--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\nwords\n@@ -4 +4 @@\n-a\n+b\n", /a hunk without/],
    [
      "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n",
      /symbolic links/,
    ],
    ["diff --git a/a b/b\nsimilarity index 100%\ncopy from a\ncopy to b\n", /copies are not supported/],
    ["diff --git a/run b/run\nold mode 100644\nnew mode 100755\n", /changes no content/],
    ["diff --git a/x b/y z\n", /names of the file cannot be read/],
  ])("refuse %j", (text, message) => {
    expect(() => parsePatch(text)).toThrow(message);
  });
});

describe("any text", () => {
  const STRUCTURE = `*** Begin Patch|*** End Patch|*** Add File: a|*** Update File: b|*** Delete File: c
*** Move to: d|*** End of File|@@|@@ f()|@@ -1,2 +1,3 @@|@@ -0,0 +1 @@|@@ -9,0 +9 @@|diff --git a/x b/x
diff --git "a/\\|--- a/x|+++ b/x|--- /dev/null|+++ /dev/null|-- |rename from a|rename to b|new file mode 100644
deleted file mode 100644|index 1..2|\`\`\`|cat <<EOF|EOF|| |+|-|\\ No newline at end of file|--- "|+++ "b/\\777"`;
  const piece = fc.oneof(
    fc.constantFrom(...STRUCTURE.split(/[|\n]/)),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc
      .constantFrom(" ", "+", "-", "\\")
      .chain((sign) => fc.string({ maxLength: 6 }).map((text) => sign + text)),
  );

  it("is read or refused with a fault, never anything else", () => {
    const property = fc.property(fc.array(piece), fc.constantFrom("\n", "\r\n"), (lines, end) => {
      expect(isReadOrRefused(lines.join(end))).toBe(true);
    });
    fc.assert(property, { numRuns: 3000 });
  });

  it.each([
    "```\n",
    "@@ a\n",
    "*** Begin Patch\n",
    "\n",
    "+x\n",
    "--- a\n+++ a\n",
    "diff --git a/x b/x\n",
    " ",
    "<<A ",
    '--- "\\',
    "*** Add File: a\n",
  ])("of a hundred thousand times %j ends", (text) => {
    for (const start of [
      "",
      "*** Update File: a\n",
      "--- a\n+++ a\n@@ -1 +1 @@\n",
      "*** Add File:",
      "cat <<A",
    ]) {
      expect(isReadOrRefused(`${start}${text.repeat(100_000)}x`)).toBe(true);
    }
  });
});

function isReadOrRefused(text: string): boolean {
  try {
    return parsePatch(text).length > 0;
  } catch (error) {
    return error instanceof Fault;
  }
}

function linesOf(file: FilePatch): string[] {
  if (file.kind === "add") return [];
  return file.hunks.flatMap((hunk) => hunk.lines.map(({ sign, text }) => sign + text));
}
