import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ContentFinding, ContentQuery, Fs, Search } from "../../kernel/index.ts";
import { createLocalFs } from "../local/local-fs.ts";
import { createRipgrepSearch, createScanSearch, findRipgrep } from "./index.ts";

const RANDOM_TREE = randomTree(7);

const TREE: Readonly<Record<string, string | Buffer>> = {
  ...RANDOM_TREE,
  ".gitignore": "*.log\n!keep.log\nbuild/\n/top-only.txt\nsub/**/deep.txt\n\n# comment\n\\#odd\nsp ace.txt\n",
  "keep.log": "alpha keep\n",
  "drop.log": "alpha drop\n",
  "build/out.ts": "alpha built\n",
  "top-only.txt": "alpha\n",
  "sub/top-only.txt": "alpha not at the top\n",
  "sub/a/b/deep.txt": "alpha\n",
  "sub/a/b/other.txt": "alpha\n",
  "sub/.gitignore": "local.ts\n!*.log\n",
  "sub/local.ts": "alpha\n",
  "sub/seen.log": "alpha taken back\n",
  "vendor/.ignore": "*.min.js\n",
  "vendor/x.min.js": "alpha\n",
  "vendor/x.js": "alpha\n",
  "nested/.git/HEAD": "alpha\n",
  "nested/inner.log": "alpha\n",
  "nested/inner.txt": "alpha\n",
  "shown/.ignore": "!shown.log\n",
  "shown/shown.log": "alpha, by the stronger rule\n",
  "node_modules/p/i.ts": "alpha\n",
  ".hidden/h.ts": "alpha hidden\n",
  "#odd": "alpha\n",
  "sp ace.txt": "alpha\n",
  "empty.ts": "",
  "noeol.ts": "alpha without a line end",
  "crlf.ts": "first\r\nalpha\r\nlast alpha\r\n",
  "bom.ts": "\uFEFFalpha after a mark\nbeta\n",
  "utf16.ts": Buffer.from("\uFEFFalpha wide\nbeta\n", "utf16le"),
  "utf16be.ts": Buffer.from("\uFEFFfirst\r\nalpha é wide\nbeta", "utf16le").swap16(),
  "wide-lines.ts": Buffer.from(`\uFEFF${"é alpha 😀 é\nbeta\n\n".repeat(3_000)}`, "utf16le"),
  "marked-latin.ts": Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x6c, 0x70, 0x68, 0x61, 0xe9, 0x0a]),
  "many-lines.ts": "alpha beta\r\n\nalpha delta 123\n".repeat(3_000),
  "binary.ts": Buffer.from("alpha\0binary\nalpha\n"),
  "late-nul.ts": Buffer.concat([
    Buffer.from("alpha\n".repeat(1000)),
    Buffer.from([0]),
    Buffer.from("\nalpha end\n"),
  ]),
  "latin.ts": Buffer.from([0x61, 0x6c, 0x70, 0x68, 0x61, 0xe9, 0x0a]),
  "long.ts": `${"x".repeat(3000)}alpha${"é".repeat(3000)}\nalpha ${"ü".repeat(700)}\n`,
  "big.ts": `alpha\n${"y".repeat(9000)}\n`,
  "-dash.ts": "alpha\n",
  "a/x.ts": "alpha\n",
  "a.ts": "alpha\n",
  "a-b/x.ts": "alpha\n",
  "Z.ts": "alpha\n",
  "é.ts": "alpha\n",
  "\u{1F600}.ts": "alpha\n",
  "\uFF21.ts": "alpha\n",
};

const QUERIES: readonly Partial<ContentQuery>[] = [
  { pattern: "alpha" },
  { pattern: "alpha", before: 2, after: 1 },
  { pattern: "be", before: 1, after: 3 },
  { pattern: "ALPHA|Gamma", ignoreCase: true },
  { pattern: "alpha$" },
  { pattern: "^$" },
  { pattern: "^(alpha|delta)\\b.*\\d" },
  { pattern: "(\\w+) \\1" },
  { pattern: "(?<=alpha )beta" },
  { pattern: "(?i)DELTA" },
  { pattern: "[[:digit:]]{3}" },
  { pattern: "é" },
  { pattern: "alpha\\nbeta", multiline: true },
  { pattern: "alpha.*?delta", multiline: true, dotAll: true, before: 1 },
  { pattern: "beta\\s+", multiline: true },
  { pattern: "alpha", globs: ["*.ts"] },
  { pattern: "alpha", globs: ["*.{ts,js}", "!vendor"] },
  { pattern: "alpha", globs: ["d1/**/*.ts"] },
  { pattern: "alpha", globs: ["**/f1.*"] },
  { pattern: "alpha", globs: ["!*.ts", "!d2/"] },
  { pattern: "alpha", globs: ["*.log"] },
  { pattern: "alpha", globs: ["[a-c]*.@(ts|js)"] },
  { pattern: "alpha", types: ["ts"] },
  { pattern: "alpha", types: ["js", "md"], globs: ["vendor/**", "d0/**"] },
  { pattern: "alpha", maxFileBytes: 8192 },
];

describe("ripgrep and the scan", () => {
  let root = "";
  let fs: Fs;
  let ripgrep: Search;
  let scan: Search;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "deckhand-search-"));
    for (const [path, content] of Object.entries(TREE)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    await symlink("a.ts", join(root, "link.ts"));
    await symlink("a", join(root, "linked-folder"));
    await symlink("missing", join(root, "broken.ts"));
    fs = createLocalFs({ roots: [root] });
    ripgrep = createRipgrepSearch(fs, (await findRipgrep()) ?? "");
    scan = createScanSearch(fs);
  });

  afterAll(async () => {
    await rm(root, { recursive: true, force: true });
  });

  for (const mode of ["content", "files", "count"] as const) {
    for (const query of mode === "content" ? QUERIES : QUERIES.filter((_, index) => index % 4 === 0)) {
      it(`find the same in the same order: ${mode} ${JSON.stringify(query)}`, async () => {
        const asked = { root, mode, pattern: "", maxLineBytes: 400, ...query };
        const [found, scanned] = await Promise.all([collect(ripgrep, asked), collect(scan, asked)]);
        expect(scanned.findings).toEqual(found.findings);
        expect(scanned.tally).toMatchObject(found.tally);
      });
    }
  }

  for (const path of [
    "build",
    "sub/a",
    "vendor",
    "nested",
    "node_modules",
    ".hidden",
    "linked-folder",
    "drop.log",
    "link.ts",
    "binary.ts",
    "big.ts",
    "bom.ts",
    "utf16be.ts",
    "wide-lines.ts",
    "marked-latin.ts",
    "many-lines.ts",
  ]) {
    it(`find the same below ${path}`, async () => {
      const asked: ContentQuery = {
        root: join(root, path),
        mode: "content",
        pattern: "alpha|i",
        maxFileBytes: 8192,
      };
      const [found, scanned] = await Promise.all([collect(ripgrep, asked), collect(scan, asked)]);
      expect(scanned.findings).toEqual(found.findings);
      expect(found.findings.length + found.tally.binary).toBeGreaterThan(0);
    });
  }

  it("obey the rules of folders above the roots", async () => {
    const inner = join(root, "vendor");
    const confined = createLocalFs({ roots: [inner] });
    const search = createRipgrepSearch(confined, (await findRipgrep()) ?? "");
    await writeFile(join(inner, "hidden-from-above.log"), "alpha\n");
    const { findings } = await collect(search, { root: inner, mode: "files", pattern: "alpha" });
    const listed: string[] = [];
    for await (const { path } of search.files({ root: inner }, new AbortController().signal))
      listed.push(path);
    expect(findings.map((finding) => finding.path)).toEqual(["x.js"]);
    expect(listed).toEqual([".ignore", "x.js"]);
  });

  it("list the same files that ripgrep searches", async () => {
    const searched = await collect(ripgrep, { root, mode: "files", pattern: "" });
    const listed: string[] = [];
    for await (const { path } of ripgrep.files({ root, kind: "file" }, new AbortController().signal)) {
      const stat = await fs.stat(join(root, path));
      if (stat.size > 0 && !stat.isSymlink && path !== "binary.ts") listed.push(path);
    }
    expect(listed).toEqual(searched.findings.map((finding) => finding.path));
  });
});

async function collect(
  search: Search,
  query: ContentQuery,
): Promise<{ findings: ContentFinding[]; tally: ReturnType<ReturnType<Search["content"]>["tally"]> }> {
  const run = search.content(query, new AbortController().signal);
  const findings: ContentFinding[] = [];
  for await (const finding of run) findings.push(finding);
  return { findings, tally: run.tally() };
}

/** A tree of words that is the same on every run. */
function randomTree(seed: number): Record<string, string> {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const words = ["alpha", "beta", "gamma", "delta", "123", "", "beta beta", "x = 42;"];
  const extensions = ["ts", "js", "md", "log"];
  const tree: Record<string, string> = {};
  for (let file = 0; file < 60; file += 1) {
    const lines = Array.from({ length: random(12) }, () =>
      Array.from({ length: random(4) }, () => words[random(words.length)]).join(" "),
    );
    const folder = Array.from({ length: 1 + random(3) }, () => `d${random(3)}`).join("/");
    tree[`${folder}/f${random(9)}.${extensions[random(4)]}`] =
      lines.join("\n") + (random(2) === 0 ? "\n" : "");
  }
  return tree;
}
