// Runs every check, shows all that fails instead of only the first, and fails if one did.
import { spawnSync } from "node:child_process";

/** @type {readonly (readonly [name: string, command: string])[]} */
const CHECKS = [
  ["types", "tsc --noEmit"],
  ["lint", "oxlint --type-aware --deny-warnings"],
  ["format", "oxfmt --check"],
  ["unused code and dependencies", "knip"],
  ["build", "node scripts/build.mjs"],
  ["package", "publint --strict"],
  ["install scripts", "node scripts/check-install-scripts.mjs"],
  ["requirements", "node scripts/requirements.mjs --quiet"],
];

const failed = CHECKS.filter(([name, command]) => {
  console.log(`\n== ${name}: ${command}`);
  return spawnSync(command, { shell: true, stdio: "inherit" }).status !== 0;
}).map(([name]) => name);

console.log(failed.length > 0 ? `\nFailed: ${failed.join(", ")}` : `\nAll ${CHECKS.length} checks passed`);
process.exitCode = failed.length > 0 ? 1 : 0;
