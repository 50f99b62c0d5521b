// Writes config.schema.json, which editors read, from the one schema of the configuration.
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { runnerImport } from "vite";

const FILE = "config.schema.json";

const { module } = await runnerImport("./src/session/config/json-schema.ts", {
  configFile: false,
  logLevel: "error",
});
await writeFile(FILE, `${JSON.stringify(module.configJsonSchema(), null, 2)}\n`);
const { status } = spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", FILE], { stdio: "inherit" });
process.exitCode = status ?? 1;
