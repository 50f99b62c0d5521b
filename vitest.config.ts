import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { closingReporter } from "./test/reporter/closing-reporter.ts";

// What sessions remember in a test run, apart from those that choose a place of their own.
const state = mkdtempSync(join(tmpdir(), "deckhand-test-state-"));
process.env["DECKHAND_TEST_STATE"] = state;

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    // The closing report finds the reason of a skip by the place of the test.
    includeTaskLocation: true,
    pool: "forks",
    // All cores: whatever watches the run needs none.
    maxWorkers: "100%",
    globalSetup: ["test/state-folder.ts"],
    setupFiles: ["test/fixed-seed.ts"],
    reporters: ["default", closingReporter()],
    testTimeout: 30_000,
    // Nobody's own configuration or memory has a part in a test.
    env: { XDG_CONFIG_HOME: "/nonexistent/config", XDG_STATE_HOME: state },
  },
});
