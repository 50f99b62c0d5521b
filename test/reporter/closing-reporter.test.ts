import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("counts what was skipped for which reason, and closes with one plain line", () => {
  const config = "test/fixtures/closing/vitest.config.ts";
  const run = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--config", config, "--root", "."],
    {
      encoding: "utf8",
    },
  );
  expect(run.status).toBe(1);
  expect(run.stdout.trim().split("\n")).toEqual([
    "skipped 1: 1 + 1 === 2",
    "skipped 1: needs a full moon",
    "skipped 4: needs deckhand-gadget",
    "skipped 1: needs deckhand-gadget and deckhand-widget",
    "skipped 1: no reason given",
    "1 passed, 3 failed, 8 skipped",
  ]);
});
