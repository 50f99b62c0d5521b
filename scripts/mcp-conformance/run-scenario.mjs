import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runChild } from "../../bench/child.mjs";

/** @import { Suite } from "./find-suite.mjs" */
/** @typedef {{ id: string, status: string, errorMessage?: string, description: string }} Check */

const CLIENT = resolve("test/mcp/conformance/client.mjs");

/**
 * Runs one scenario; what the suite counts as failed is told with its reasons.
 * @param {Suite} suite
 * @param {string | undefined} revision
 * @param {string} name
 */
export async function runScenario({ node, program }, revision, name) {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-conformance-"));
  try {
    const chosen = [
      "--scenario",
      name,
      ...(revision === undefined ? [] : ["--spec-version", revision, "--force"]),
    ];
    const command = ["--command", `${node} ${CLIENT}`, "--timeout", "60000", "-o", folder];
    const { code } = await runChild(node, [program, "client", ...command, ...chosen]);
    const checks = await checksIn(folder);
    const judged = checks.filter(({ status }) => status !== "INFO" && status !== "SKIPPED");
    const failed = judged.filter(({ status }) => status !== "SUCCESS");
    return { hasPassed: code === 0, passed: judged.length - failed.length, judged: judged.length, failed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @returns {Promise<Check[]>}
 */
async function checksIn(folder) {
  const files = await readdir(folder, { recursive: true });
  const file = files.find((path) => path.endsWith("checks.json"));
  return file === undefined ? [] : JSON.parse(await readFile(join(folder, file), "utf8"));
}
