import { describe, expect, it } from "vitest";
import type { ContentFinding, ContentQuery, SearchTally } from "../../../kernel/index.ts";
import { createMemoryFs, type MemoryFiles } from "../../memory/memory-fs.ts";
import { createLocalSearch } from "../local-search.ts";
import { createScanSearch } from "./scan-search.ts";

async function scan(
  files: MemoryFiles,
  query: Partial<ContentQuery>,
): Promise<{ findings: ContentFinding[]; tally: SearchTally }> {
  const run = createScanSearch(createMemoryFs(files)).content(
    { root: "/", mode: "content", pattern: "needle", ...query },
    new AbortController().signal,
  );
  const findings: ContentFinding[] = [];
  for await (const finding of run) findings.push(finding);
  return { findings, tally: run.tally() };
}

describe("a scan", () => {
  it("stops a pattern that runs away when the time is up, and keeps what was found before", async () => {
    const runaway = `${"a".repeat(40)}!`;
    const { findings, tally } = await scan(
      { "/a.txt": "aaa\n", "/b.txt": runaway },
      { pattern: "(a+)+$", deadlineMs: 1_000 },
    );
    expect(findings).toMatchObject([{ path: "a.txt", text: "aaa" }]);
    expect(tally.timedOut).toBe(true);
  });

  it("throws a cancellation while a pattern runs away", async () => {
    const controller = new AbortController();
    const fs = createMemoryFs({ "/b.txt": `${"a".repeat(40)}!` });
    const run = createScanSearch(fs).content(
      { root: "/", mode: "content", pattern: "(a+)+$" },
      controller.signal,
    );
    const reading = run[Symbol.asyncIterator]().next();
    setTimeout(() => controller.abort(new Error("taken back")), 100);
    await expect(reading).rejects.toThrow("taken back");
  });

  it("finds a match across the places where a giant line is broken, once", async () => {
    const piece = 1024 * 1024;
    const line = `${"x".repeat(piece - 3)}needle${"x".repeat(piece)}needle${"x".repeat(piece)}`;
    const files = { "/one.txt": `first\n${line}\nneedle last\n` };
    const { findings } = await scan(files, { root: "/one.txt", maxLineBytes: 200 });
    expect(findings.map((finding) => finding.kind === "line" && [finding.line, finding.isCut])).toEqual([
      [2, true],
      [3, false],
    ]);
    const counted = await scan(files, { root: "/one.txt", mode: "count" });
    expect(counted.findings).toEqual([{ kind: "file", path: "", matches: 2 }]);
  });

  it("serves a local search that has no ripgrep", async () => {
    const fs = createMemoryFs({ "/w/a.txt": "needle\n" });
    const search = createLocalSearch(fs, { findRipgrep: () => Promise.resolve(undefined) });
    const run = search.content(
      { root: "/w", mode: "files", pattern: "needle" },
      new AbortController().signal,
    );
    const paths: string[] = [];
    for await (const { path } of run) paths.push(path);
    expect(paths).toEqual(["a.txt"]);
    expect(run.tally()).toMatchObject({ ignored: 0, large: 0, timedOut: false });
  });
});
