import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadAddons } from "./load-addons.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-addons-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("loading addons", () => {
  it.each([
    ["throws", `throw new Error("no")`, /left out: no$/],
    ["is no module", "export const addon = {", /left out: /],
    ["has no addon", "export default { name: 'd' }", /has no export `addon`/],
    [
      "has half a tool",
      "export const addon = { name: 'h', tools: [{ name: 'h', path: 'a.b', invoke() {} }] }",
      /has no export/,
    ],
    [
      "breaks when it is looked at",
      "export const addon = { name: 'g', get tools() { throw new Error('shy') } }",
      /shy$/,
    ],
    ["never comes to an end", "await new Promise(() => undefined)", /did not load within 0\.05 s$/],
  ])("leaves out one that %s, and only that", async (_what, source, says) => {
    await writeFile(join(folder, "bad.mjs"), source);
    await writeFile(join(folder, "good.mjs"), "export const addon = { name: 'good' }");
    const { addons, notes } = await loadAddons([join(folder, "bad.mjs"), join(folder, "good.mjs")], 50);
    expect(addons.map(({ name }) => name)).toEqual(["good"]);
    expect(notes).toEqual([expect.stringMatching(says)]);
  });
});
