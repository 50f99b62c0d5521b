import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";

/** @typedef {{ readonly version: string, readonly node: string, readonly program: string }} Suite */

/**
 * Finds one version of the conformance suite and the Node it needs, and fetches both where they are not there yet.
 * @param {string} version
 * @returns {Promise<Suite>}
 */
export async function findSuite(version) {
  const packages = ["-p", "node@24", "-p", `@modelcontextprotocol/conformance@${version}`];
  const { stdout, status } = spawnSync("npx", ["-y", ...packages, "-c", "which node conformance"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [node, program] = stdout.trim().split("\n");
  if (status !== 0 || node === undefined || program === undefined)
    throw new Error(`The conformance suite ${version} could not be fetched.`);
  return { version, node: realpathSync(node), program: realpathSync(program) };
}
