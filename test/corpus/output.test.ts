import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeContext } from "../../src/backends/index.ts";
import { defineTool, showInvisible, textResult } from "../../src/kernel/index.ts";

interface OutputRow {
  readonly id: string;
  readonly text?: string;
  readonly repeat?: { readonly text: string; readonly times: number };
  readonly expect: "strip" | "escape" | "text" | "truncate";
  readonly result?: string;
  readonly why: string;
}

const rows = readFileSync(new URL("output.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as OutputRow);

/** A gigabyte is the shell's to bound while it streams; a result of this size is what a tool could hold in memory. */
const LARGEST_TEXT = 32 * 1024 * 1024;

function textOfRow({ text, repeat }: OutputRow): string {
  if (repeat === undefined) return text ?? "";
  return repeat.text.repeat(Math.min(repeat.times, LARGEST_TEXT / repeat.text.length));
}

async function shown(text: string): Promise<string> {
  const tool = defineTool({ name: "says", parameters: {}, run: () => textResult(text) });
  return String((await tool.invoke({ id: "1", name: "says", input: {} }, makeContext())).output);
}

describe("the corpus of outputs", () => {
  it.each(rows.filter((row) => row.expect === "strip"))("$id: $why", async (row) => {
    expect(await shown(textOfRow(row))).toBe(row.result);
  });

  it.each(rows.filter((row) => row.expect === "escape"))("$id: $why", async (row) => {
    const text = textOfRow(row);
    expect(await shown(text)).toBe(text);
    expect(showInvisible(text)).not.toMatch(/[\u202e\u200b]/);
  });

  it.each(rows.filter((row) => row.expect === "text"))("$id: $why", async (row) => {
    expect(await shown(textOfRow(row))).toBe(row.text);
  });

  it.each(rows.filter((row) => row.expect === "truncate"))("$id: $why", async (row) => {
    const text = await shown(textOfRow(row));
    expect(Buffer.byteLength(text)).toBeLessThan(70_000);
    expect(text).toMatch(/^y\ny\n.*bytes omitted.*deckhand:\/\/result\/.*y\n$/s);
  });
});
