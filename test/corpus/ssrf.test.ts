import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fetchRow, type FetchRow } from "./fetch-row.ts";

function rowsOf(file: string): readonly FetchRow[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as FetchRow);
}

const corpus = rowsOf("ssrf.jsonl");
const ours = rowsOf("ssrf-more.jsonl");

describe("the corpus of addresses", () => {
  it.each(corpus)("$id: $why", async (row) => {
    expect(row.accept ?? [row.expect]).toContain(await fetchRow(row, "tls"));
  });
});

describe("further cases of the same kinds", () => {
  it.each(ours)("$id: $why", async (row) => {
    expect(row.accept ?? [row.expect]).toContain(await fetchRow(row, "tls"));
  });
});

describe("where nobody speaks https", () => {
  const plain = [...corpus, ...ours].filter(({ url, body }) => url.startsWith("http:") && body === undefined);
  it.each(plain)("$id: $why", async (row) => {
    expect(row.accept ?? [row.expect]).toContain(await fetchRow(row, "closed"));
  });
});
