import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLocalContext } from "../../../backends/index.ts";
import { BLOCK_BYTES } from "./blocks.ts";
import { rawLinesFrom } from "./raw-lines.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-lines-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("reading lines in blocks whose memory is used again", () => {
  it("keeps every line as it was, however many blocks have passed since", async () => {
    const lines = Array.from({ length: 9000 }, (_, index) => `${index} `.padEnd(600, String(index % 10)));
    await writeFile(join(folder, "a.txt"), lines.join("\n"));
    const file = await makeLocalContext(folder).fs.open(join(folder, "a.txt"));
    expect(file.size).toBeGreaterThan(4 * BLOCK_BYTES);
    const seen: Uint8Array[] = [];
    const { signal: cancel } = new AbortController();
    for await (const { bytes } of rawLinesFrom(file, 0, { unit: "byte", keep: 1000, cancel }))
      seen.push(bytes);
    await file.close();
    expect(seen.map((bytes) => Buffer.from(bytes).toString().trimEnd())).toEqual(lines);
  });
});
