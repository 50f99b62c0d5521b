import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { needs } from "../needs.ts";
import { type PathRow, runRow } from "./run-row.ts";

/** Rows whose right answer needs a part of Deckhand that does not exist yet, and which part. */
const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  "path.deny-via-link": "asking about sensitive files",
  "path.mcp-json": "asking about sensitive files",
  "path.env-file": "asking about sensitive files",
  "path.pem": "asking about sensitive files",
  "path.rbw-bash": "the bash tool",
};

function rowsOf(file: string): readonly PathRow[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as PathRow);
}

const corpus = rowsOf("paths.jsonl");
const ours = rowsOf("paths-more.jsonl");

/** Rows that start from a repository, apart from those that need no program. */
const usesGit = ({ setup }: PathRow): boolean => setup.some((line) => /^git(?: |$)/.test(line));
const applicable = corpus.filter(({ id }) => NOT_APPLICABLE[id] === undefined);

async function isRight(row: PathRow): Promise<void> {
  expect(row.accept ?? [row.expect]).toContain(await runRow(row));
}

describe("the corpus of paths", () => {
  it.each(applicable.filter((row) => !usesGit(row)))("$id: $why", isRight);

  it.skipIf(!needs("git")).each(applicable.filter(usesGit))("$id: $why", isRight);

  it("says which rows are not applicable yet, and why", () => {
    const named = corpus.filter(({ id }) => NOT_APPLICABLE[id] !== undefined).map(({ id }) => id);
    expect(named).toEqual(expect.arrayContaining(Object.keys(NOT_APPLICABLE)));
  });
});

describe("further cases of the same kinds", () => {
  it.each(ours.filter((row) => !usesGit(row)))("$id: $why", isRight);

  it.skipIf(!needs("git")).each(ours.filter(usesGit))("$id: $why", isRight);
});
