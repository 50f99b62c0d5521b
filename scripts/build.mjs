// Compiles src into dist, from nothing, and makes the command line executable.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
const compiler = spawnSync(
  process.execPath,
  ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"],
  {
    stdio: "inherit",
  },
);
process.exitCode = compiler.status ?? 1;
if (process.exitCode === 0) {
  for (const file of Object.values(JSON.parse(readFileSync("package.json", "utf8")).bin))
    chmodSync(file, 0o755);
}
