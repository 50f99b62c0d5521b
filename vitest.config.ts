import { defineConfig } from "vitest/config";
import { closingReporter } from "./test/reporter/closing-reporter.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    // The closing report finds the reason of a skip by the place of the test.
    includeTaskLocation: true,
    pool: "forks",
    setupFiles: ["test/fixed-seed.ts"],
    reporters: ["default", closingReporter()],
    testTimeout: 30_000,
    // Nobody's own configuration or memory has a part in a test.
    env: { XDG_CONFIG_HOME: "/nonexistent/config", XDG_STATE_HOME: "/nonexistent/state" },
  },
});
