import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Fs, SearchRun } from "../../kernel/index.ts";
import { createMemoryFs } from "../memory/memory-fs.ts";
import { createScanSearch } from "../search/index.ts";
import { createRemoteSearch } from "./remote-search.ts";

const { signal } = new AbortController();

const name = fc.constantFrom("a", "b.ts", "c.md", "node_modules", "é", "z.ts", ".gitignore", "sub", "deep");
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `/w/${parts.join("/")}`);
const content = fc.constantFrom("needle", "hay\nneedle\n", "hay", "*.ts\n", "sub/\n", "\0needle");

it("finds what a plain scan finds, in the same order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(path, content), { maxLength: 25 }),
      fc.constantFrom<readonly string[]>([], ["*.ts"], ["!*.md"], ["sub/**"]),
      async (files, globs) => {
        const fs = await filled(files);
        const [ours, plain] = [createRemoteSearch(fs), createScanSearch(fs)];
        const query = { root: "/w", pattern: "needle", mode: "content", globs } as const;
        const names = { root: "/w", globs };
        expect(await allOf(ours.content(query, signal))).toEqual(await allOf(plain.content(query, signal)));
        expect(await allOf(ours.files(names, signal))).toEqual(await allOf(plain.files(names, signal)));
      },
    ),
    { numRuns: 40 },
  );
});

it("waits for many answers at once, opens only what it may read, and closes all it opened", async () => {
  const paths = Array.from({ length: 200 }, (_, at) => `/w/${at % 10}/f${at}.${at % 2 === 0 ? "ts" : "md"}`);
  const watched = watch(await filled(paths.map((each) => [each, "needle"])));
  const query = { root: "/w", pattern: "needle", mode: "files", globs: ["*.ts"] } as const;
  const { found } = await allOf(createRemoteSearch(watched.fs).content(query, signal));
  expect(found.length).toBe(100);
  expect(watched.most).toBeGreaterThan(5);
  expect(watched.most).toBeLessThan(40);
  expect([watched.opened, watched.open]).toEqual([100, 0]);
});

it("leaves nothing open when the search is left early or a file cannot be opened", async () => {
  const watched = watch(
    await filled(Array.from({ length: 60 }, (_, at) => [`/w/f${at}`, "needle"] as const)),
  );
  const query = { root: "/w", pattern: "needle", mode: "files" } as const;
  for await (const finding of createRemoteSearch(watched.fs).content(query, signal)) {
    expect(finding.path).toBe("f0");
    break;
  }
  expect(watched.opened).toBeLessThan(20);
  expect(watched.open).toBe(0);
  const lost = { ...watched.fs, open: () => Promise.reject(new Error("lost")) };
  const { tally } = await allOf(createRemoteSearch(lost).content(query, signal));
  expect(tally.unreadable).toBe(60);
});

async function filled(files: readonly (readonly [string, string])[]): Promise<Fs> {
  const fs = createMemoryFs({}, { folders: ["/w"] });
  for (const [at, text] of files) {
    try {
      await fs.mkdir(at.slice(0, at.lastIndexOf("/")));
      await fs.writeFile(at, text);
    } catch {
      // A name cannot be a file and a folder.
    }
  }
  return fs;
}

async function allOf<T>(run: SearchRun<T>) {
  const found: T[] = [];
  for await (const finding of run) found.push(finding);
  return { found, tally: run.tally() };
}

/** Counts how many files are open, and how many questions wait for an answer at once. */
function watch(below: Fs) {
  const counts = { most: 0, opened: 0, open: 0 };
  let waiting = 0;
  const slowly = async <T>(ask: () => Promise<T>): Promise<T> => {
    counts.most = Math.max(counts.most, (waiting += 1));
    await new Promise(setImmediate);
    waiting -= 1;
    return ask();
  };
  const fs: Fs = {
    ...below,
    readdir: (at) => slowly(() => below.readdir(at)),
    open: (at) =>
      slowly(async () => {
        const file = await below.open(at);
        counts.opened += 1;
        counts.open += 1;
        return {
          ...file,
          close: async () => {
            counts.open -= 1;
          },
        };
      }),
  };
  return Object.assign(counts, { fs });
}
