// Fails when a dependency runs code on install, or when the lock file names a registry.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lockProblems } from "./install-scripts/lock-problems.mjs";

const { packages } = readJson("package-lock.json");
const problems = lockProblems(packages, installedManifest);

for (const problem of problems) console.error(problem);
if (problems.length === 0)
  console.log(`${Object.keys(packages).length - 1} packages, none runs a script on install`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** @param {string} folder */
function installedManifest(folder) {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  // npm compiles a package with this file even when it declares no script.
  return { gypfile: existsSync(join(folder, "binding.gyp")), ...readJson(file) };
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
