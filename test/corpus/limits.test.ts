import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../built-module.ts";
import { needs } from "../needs.ts";
import { type LimitsRow, runLimitsRow } from "./run-limits-row.ts";
import { openWorkspace } from "./workspace.ts";

function rowsOf(file: string): readonly LimitsRow[] {
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as LimitsRow);
}

let code: BuiltModule;

beforeAll(async () => {
  code = await buildModule(join(import.meta.dirname, "../../src/backends/sandbox/sandbox.ts"));
});

afterAll(() => code.remove());

async function isRight(row: LimitsRow): Promise<void> {
  const workspace = await openWorkspace();
  try {
    expect(row.accept ?? [row.expect]).toContain(await runLimitsRow(row, workspace, code));
  } finally {
    await workspace.close();
  }
}

describe.skipIf(!needs("bwrap", "git", "perl"))("the corpus of limits", () => {
  it.each(rowsOf("limits.jsonl"))("$id: $why", isRight);
});

describe.skipIf(!needs("bwrap", "git", "perl"))("further cases of the same kinds", () => {
  it.each(rowsOf("limits-more.jsonl"))("$id: $why", isRight);
});
