import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { needs } from "../needs.ts";
import { type PathRow, runRow } from "./run-row.ts";

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

async function isRight(row: PathRow): Promise<void> {
  expect(row.accept ?? [row.expect]).toContain(await runRow(row));
}

describe("the corpus of paths", () => {
  it.each(corpus.filter((row) => !usesGit(row)))("$id: $why", isRight);

  it.skipIf(!needs("git")).each(corpus.filter(usesGit))("$id: $why", isRight);
});

describe("further cases of the same kinds", () => {
  it.each(ours.filter((row) => !usesGit(row)))("$id: $why", isRight);

  it.skipIf(!needs("git")).each(ours.filter(usesGit))("$id: $why", isRight);
});
