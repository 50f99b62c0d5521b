import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createMemoryFs,
  createMemoryState,
  makeContext,
  makeLocalContext,
  withResults,
} from "../../../backends/index.ts";
import {
  digestOf,
  type Search,
  type SearchTally,
  type ToolContext,
  type ToolOutcome,
} from "../../../kernel/index.ts";
import { grep } from "./grep.ts";

type Files = Readonly<Record<string, string | Buffer>>;

let cwd = "";

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "deckhand-grep-"));
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

async function local(files: Files): Promise<ToolContext> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  }
  return makeLocalContext(cwd);
}

function memory(files: Files): Promise<ToolContext> {
  const absolute = Object.entries(files).map(([path, content]) => [`/ws/${path}`, content] as const);
  const fs = createMemoryFs(Object.fromEntries(absolute), { folders: ["/ws"] });
  return Promise.resolve(makeContext({ cwd: "/ws", fs }));
}

function call(ctx: ToolContext, input: Record<string, unknown>): Promise<ToolOutcome> {
  return grep.invoke({ id: "1", name: "grep", input }, ctx);
}

async function output(ctx: ToolContext, input: Record<string, unknown>): Promise<string> {
  return String((await call(ctx, input)).output);
}

function lines(count: number, text: (line: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${text(index + 1)}\n`).join("");
}

describe.each([
  ["ripgrep", local],
  ["the scan", memory],
] as const)("grep by %s", (_name, workspace) => {
  it("R184, R333: finds matches at any depth, as path:line: text in name order", async () => {
    const ctx = await workspace({
      "b.txt": "needle\n",
      "a/b/c/d/e/f.txt": "hay\nneedle here\n",
      "a.txt": "needle\n",
      "Z.txt": "needle",
      "z.txt": "x",
    });
    expect(await output(ctx, { pattern: "^ne{2}d(?:le)\\b", before: 0 })).toBe(
      "Z.txt:1: needle\na/b/c/d/e/f.txt:2: needle here\na.txt:1: needle\nb.txt:1: needle",
    );
  });

  it("R333: never enters .git and node_modules, at any depth, unless one is the path", async () => {
    const ctx = await workspace({
      ".git/x": "needle\n",
      ".deckhand/results/x": "needle\n",
      "p/node_modules/x.js": "needle\n",
      "p/x.js": "needle\n",
    });
    expect(await output(ctx, { pattern: "needle" })).toBe("p/x.js:1: needle");
    expect(await output(ctx, { pattern: "needle", path: "p/node_modules" })).toBe(
      "p/node_modules/x.js:1: needle",
    );
  });

  it("R333: skips binary files and files over 2 MiB, and says how many", async () => {
    const ctx = await workspace({
      "a.bin": Buffer.concat([Buffer.alloc(4095, "needle "), Buffer.from([0])]),
      "late.txt": Buffer.concat([Buffer.from(`needle\n${"x".repeat(4088)}\n`), Buffer.from([0])]),
      "exact.txt": `needle\n${"y".repeat(2 * 1024 * 1024 - 8)}\n`,
      "over.txt": `needle\n${"y".repeat(2 * 1024 * 1024 - 7)}\n`,
    });
    expect(await output(ctx, { pattern: "needle", after: 0 })).toBe(
      "exact.txt:1: needle\nlate.txt:1: needle\n[1 binary file with matches not shown.]\n" +
        "[1 file over 2 MiB skipped. Name a file as path to search it whatever its size.]",
    );
    expect(await output(ctx, { pattern: "needle", path: "over.txt", after: 0 })).toBe("over.txt:1: needle");
    expect(await output(ctx, { pattern: "needle", glob: "over.*" })).toContain("[1 file over 2 MiB skipped.");
  });

  it("R184, R333: shows 200 matches by default, never more than 5000, and pages by offset", async () => {
    const ctx = {
      ...(await workspace({ "a.txt": lines(5100, (line) => `n ${line}`) })),
      budget: { kind: "head", maxBytes: 1e9 } as const,
    };
    const first = (await output(ctx, { pattern: "^n" })).split("\n");
    expect(first.at(-2)).toBe("a.txt:200: n 200");
    expect(first.at(-1)).toBe("[Matches 1–200 shown, more follow. Use offset=200 to continue.]");
    expect(await output(ctx, { pattern: "^n", offset: 5098 })).toBe("a.txt:5099: n 5099\na.txt:5100: n 5100");
    const most = (await output(ctx, { pattern: "^n", limit: 9999 })).split("\n");
    expect(most).toHaveLength(5001);
    expect(most.at(-1)).toContain("Use offset=5000 to continue.");
    expect(await output(ctx, { pattern: "^n", offset: 6000 })).toBe(
      'No matches for "^n" in the working directory after the first 6000.',
    );
  });

  it("R184: stays within the output budget and says where to continue", async () => {
    const ctx = {
      ...(await workspace({ "a.txt": lines(900, (line) => `needle ${line} ${"x".repeat(90)}`) })),
      budget: { kind: "middle", maxBytes: 8192 } as const,
    };
    const seen: string[] = [];
    const next = async (offset: number): Promise<number | undefined> => {
      const text = await output(ctx, { pattern: "needle", offset, limit: 500 });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8192);
      seen.push(...text.split("\n").filter((row) => row.startsWith("a.txt:")));
      return Number(/Use offset=(\d+) to continue/.exec(text)?.[1] ?? Number.NaN) || undefined;
    };
    for (let offset: number | undefined = 0; offset !== undefined;) offset = await next(offset);
    expect(seen).toHaveLength(900);
    expect(new Set(seen).size).toBe(900);
  });

  it("R185: takes the flags g i m s u y and refuses any other", async () => {
    const ctx = await workspace({ "a.txt": "NEEDLE\nstart\nend\n" });
    expect(await output(ctx, { pattern: "needle", flags: "giuy", after: 0 })).toBe("a.txt:1: NEEDLE");
    expect(await output(ctx, { pattern: "needle", flags: "guy" })).toContain("No matches");
    expect(await output(ctx, { pattern: "start.end", flags: "s", after: 0 })).toBe(
      "a.txt:2: start\na.txt:3: end",
    );
    expect(await output(ctx, { pattern: "start\\nend", flags: "m", after: 0 })).toBe(
      "a.txt:2: start\na.txt:3: end",
    );
    expect(await output(ctx, { pattern: "start\\nend", after: 0 })).toBe("a.txt:2: start\na.txt:3: end");
    expect(await output(ctx, { pattern: "start\\s+end", flags: "m", after: 0 })).toBe(
      "a.txt:2: start\na.txt:3: end",
    );
    expect(await output(ctx, { pattern: "start\\s+end" })).toContain("No matches");
    expect(await output(ctx, { pattern: "start.end", flags: "m" })).toContain("No matches");
    const { isError, error } = await call(ctx, { pattern: "x", flags: "ix" });
    expect(isError).toBe(true);
    expect(error).toMatchObject({ code: "invalid_input", message: 'Unknown flag "x" in flags "ix".' });
  });

  it("brings the surroundings of few matches along, and only of few", async () => {
    const ctx = await workspace({
      "a.txt": lines(12, (line) => (line === 6 ? "needle" : `l${line}`)),
      "many.txt": "hit\n.\n".repeat(5),
    });
    expect(await output(ctx, { pattern: "needle" })).toBe(
      "a.txt-3- l3\na.txt-4- l4\na.txt-5- l5\na.txt:6: needle\na.txt-7- l7\na.txt-8- l8\na.txt-9- l9",
    );
    expect(await output(ctx, { pattern: "hit" })).not.toContain("many.txt-");
  });

  it("R333: shows lines before and after a match as path-line- text, groups apart", async () => {
    const ctx = await workspace({ "a.txt": lines(20, (line) => (line % 8 === 0 ? "needle" : `l${line}`)) });
    expect(await output(ctx, { pattern: "needle", before: 1, after: 2 })).toBe(
      "a.txt-7- l7\na.txt:8: needle\na.txt-9- l9\na.txt-10- l10\n--\na.txt-15- l15\na.txt:16: needle\na.txt-17- l17\na.txt-18- l18",
    );
    expect(await output(ctx, { pattern: "needle", before: 1, offset: 1 })).toBe(
      "a.txt-15- l15\na.txt:16: needle",
    );
  });

  it("lists files and counts", async () => {
    const ctx = await workspace({ "a.txt": "x\nx x\n", "b/c.txt": "x\n", "d.txt": "" });
    expect(await output(ctx, { pattern: "x", mode: "files" })).toBe("a.txt\nb/c.txt");
    expect(await output(ctx, { pattern: "x", mode: "count" })).toBe("a.txt: 2\nb/c.txt: 1\n[3 in 2 files.]");
    expect(await output(ctx, { pattern: "x", mode: "files", limit: 1 })).toBe(
      "a.txt\n[Files 1–1 shown, more follow. Use offset=1 to continue.]",
    );
    expect(await output(ctx, { pattern: "q", mode: "files" })).toBe(
      'No files match "q" in the working directory.',
    );
  });

  it("narrows by glob and type", async () => {
    const ctx = await workspace({ "a.ts": "x\n", "b.js": "x\n", "c.md": "x\n", "d/e.tsx": "x\n" });
    expect(await output(ctx, { pattern: "x", glob: "*.{ts,tsx}" })).toBe("a.ts:1: x\n--\nd/e.tsx:1: x");
    expect(await output(ctx, { pattern: "x", glob: "d/**, *.md", mode: "files" })).toBe("c.md\nd/e.tsx");
    expect(await output(ctx, { pattern: "x", glob: "!*.js", mode: "files" })).toBe("a.ts\nc.md\nd/e.tsx");
    expect(await output(ctx, { pattern: "x", type: "ts", mode: "files" })).toBe("a.ts\nd/e.tsx");
    expect((await call(ctx, { pattern: "x", type: "klingon" })).error).toMatchObject({
      code: "invalid_input",
      message: 'Unknown file type "klingon".',
    });
  });

  it("honours ignore files, also against a glob, and says how much they hid", async () => {
    const ctx = await workspace({
      ".gitignore": "*.log\n/out\n",
      "a.log": "needle\n",
      "out/b.txt": "needle\n",
      "c.txt": "needle\n",
    });
    expect(await output(ctx, { pattern: "needle" })).toBe(
      "c.txt:1: needle\n[2 entries hidden by ignore rules. Name one as path to search it all the same.]",
    );
    expect(await output(ctx, { pattern: "needle", glob: "*.log" })).toContain("No matches");
    expect(await output(ctx, { pattern: "needle", glob: "*.log" })).toContain("hidden by ignore rules");
    expect(await output(ctx, { pattern: "needle", path: "a.log" })).toBe("a.log:1: needle");
    expect(await output(ctx, { pattern: "needle", path: "out" })).toBe("out/b.txt:1: needle");
  });

  it("keeps the caller's spelling of a path, also when it is missing", async () => {
    const ctx = await workspace({ "src/a.txt": "needle\n" });
    expect(await output(ctx, { pattern: "needle", path: "./src/" })).toBe("./src/a.txt:1: needle");
    const { error } = await call(ctx, { pattern: "needle", path: "./scr" });
    expect(error).toMatchObject({
      code: "not_found",
      message: "ENOENT: no such file or directory, stat './scr'",
      hint: "Did you mean src?",
    });
  });

  it("refuses a pattern that does not parse and says why", async () => {
    const ctx = await workspace({ "a.txt": "x" });
    for (const pattern of ["foo(", "(?<=a)b(", "[z-a]", "*x"]) {
      const { error } = await call(ctx, { pattern });
      expect(error?.code).toBe("invalid_input");
      expect(error?.message).toMatch(/^The pattern does not parse: [^\n]{3,120}\.$/);
      expect(error?.hint).toContain("backslash");
    }
  });

  it("understands look-around and backreferences", async () => {
    const ctx = await workspace({ "a.txt": "foobar\nfoobaz\nabab\n" });
    expect(await output(ctx, { pattern: "foo(?=baz)", after: 0 })).toBe("a.txt:2: foobaz");
    expect(await output(ctx, { pattern: "(ab)\\1", after: 0 })).toBe("a.txt:3: abab");
  });

  it("cuts a long line to a window around its match", async () => {
    const ctx = await workspace({ "a.txt": `${"a".repeat(50_000)}needle${"é".repeat(50_000)}\n` });
    const text = await output(ctx, { pattern: "needle" });
    expect(text).toMatch(/^a\.txt:1: …a+needleé+…$/);
    expect(Buffer.byteLength(text)).toBeLessThan(1100);
  });

  it("proves the lines it shows, except those it cuts", async () => {
    const ctx = await workspace({
      "a.txt": "one\r\ntwo needle\r\nthree\r\n",
      "bom.txt": "\uFEFFneedle\nrest\n",
      "long.txt": `needle${"x".repeat(3000)}\n`,
    });
    const { result } = await call(ctx, { pattern: "needle", before: 1 });
    const proven = (result.evidence ?? []).map(({ path, ranges, whole }) => ({ path, ranges, whole }));
    expect(proven).toEqual([
      {
        path: join(ctx.cwd, "a.txt"),
        whole: undefined,
        ranges: [{ start: 0, end: 17, digest: digestOf(Buffer.from("one\r\ntwo needle\r\n")) }],
      },
      {
        path: join(ctx.cwd, "bom.txt"),
        whole: undefined,
        ranges: [{ start: 3, end: 10, digest: digestOf(Buffer.from("needle\n")) }],
      },
    ]);
    expect(ctx.state.seen.of(join(ctx.cwd, "a.txt"))).toHaveLength(1);
  });

  it("searches one line of any length", async () => {
    const ctx = await workspace({
      "one.txt": `${"x".repeat(6 * 1024 * 1024)}needle${"x".repeat(1024 * 1024)}`,
    });
    expect(await output(ctx, { pattern: "needle", path: "one.txt" })).toMatch(/^one\.txt:1: …x+needlex*…?$/);
    expect(await output(ctx, { pattern: "needle" })).toContain("1 file over 2 MiB skipped");
  });

  it("rethrows a cancellation", async () => {
    const ctx = await workspace({ "a.txt": "needle\n" });
    const controller = new AbortController();
    const pending = call({ ...ctx, cancel: controller.signal }, { pattern: "needle" });
    controller.abort();
    await expect(pending).rejects.toThrow("abort");
  });
});

describe("grep", () => {
  it("shows nothing of a file whose name could pass for a finding", async () => {
    const ctx = await local({ "a\nb.txt:1: fake": "needle\n", "c.txt": "needle\n" });
    expect(await output(ctx, { pattern: "needle" })).toBe(
      "c.txt:1: needle\n[1 file or folder could not be read, or the pattern took too many steps in it.]",
    );
  });

  it("searches a kept result", async () => {
    const state = createMemoryState();
    const ctx = makeContext({ state, fs: withResults(createMemoryFs(), state.results) });
    const handle = await state.results.keep(Buffer.from(lines(50, (line) => `row ${line}`)));
    expect(await output(ctx, { pattern: "row 4[12]", path: handle, before: 0 })).toBe(
      `${handle}:41: row 41\n${handle}:42: row 42`,
    );
    expect((await call(ctx, { pattern: "x", path: "deckhand://result/none" })).error?.code).toBe("not_found");
  });

  it("says what a search passed over and that time ran out", async () => {
    const tally: SearchTally = { binary: 2, unreadable: 1, large: 1, ignored: 1, timedOut: true };
    const search: Search = {
      content: () => ({
        async *[Symbol.asyncIterator]() {
          yield {
            kind: "line",
            path: "a.txt",
            line: 7,
            text: "found in time",
            isMatch: true,
            isCut: false,
            offset: 0,
          };
        },
        tally: () => tally,
      }),
      files: () => {
        throw new Error("not asked for");
      },
    };
    expect(await output(makeContext({ search }), { pattern: "x" })).toBe(
      "a.txt:7: found in time\n[Stopped after 30 seconds: these are partial results. Narrow the search to see the rest.]\n" +
        "[2 binary files with matches not shown.]\n[1 file over 2 MiB skipped. Name a file as path to search it whatever its size.]\n" +
        "[1 file or folder could not be read, or the pattern took too many steps in it.]\n[1 entry hidden by ignore rules. Name one as path to search it all the same.]",
    );
  });
});
