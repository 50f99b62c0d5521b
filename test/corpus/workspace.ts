import { execFile, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { parseSetupLine } from "../../src/session/policy/parse-setup-line.ts";
import { openRowWorkspace, type RowWorkspace } from "../../src/session/policy/row-workspace.ts";
import { setUpRow } from "../../src/session/policy/set-up-row.ts";
import type { OpenNamed } from "../../src/session/policy/setup-steps.ts";

/** The folder a corpus row runs in, and what a row's words stand for. */
export type Workspace = RowWorkspace;

/** Makes the fresh folder of one row. */
export const openWorkspace: () => Promise<Workspace> = openRowWorkspace;

/** Carries out one line of a row's setup, with real programs where `policy test --batch` makes do without them. */
export async function setUp(line: string, workspace: Workspace, session: OpenNamed): Promise<void> {
  const { verb, path, spelled, target } = parseSetupLine(workspace.fill(line), workspace.ws);
  switch (verb) {
    case "git":
      await mkdir(path, { recursive: true });
      await promisify(execFile)("git", ["init", "-q", path]);
      return;
    case "bash-modify":
      return bashModify(spelled, session);
    case "race-swap":
      return startSwapper(path, target, workspace);
    default:
      return setUpRow(line, workspace, session);
  }
}

async function bashModify(path: string, session: OpenNamed): Promise<void> {
  const command = `sed -i s/two/2wo/ '${path}'`;
  const done = await session().call({ id: "setup", name: "bash", input: { command } });
  if (done.isError) throw new Error(`bash could not change ${path}: ${String(done.output)}`);
}

/** A second process that exchanges a folder and a link by renames, as fast as it can, until the row is over. */
async function startSwapper(path: string, target: string, workspace: Workspace): Promise<void> {
  const source = `
    const fs = require("node:fs");
    const [path, target] = process.argv.slice(1);
    fs.symlinkSync(target, path + ".link");
    process.stdout.write("ready");
    const swap = (from, to) => { try { fs.renameSync(from, to); } catch { try { fs.rmSync(to, { recursive: true, force: true }); } catch {} } };
    for (;;) {
      swap(path, path + ".real"); swap(path + ".link", path);
      swap(path, path + ".link"); swap(path + ".real", path);
    }`;
  const child = spawn(process.execPath, ["-e", source, path, target], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((ready) => child.stdout.once("data", ready));
  workspace.cleanups.push(
    () =>
      new Promise((done) => {
        if (child.exitCode !== null) return done(undefined);
        child.once("exit", done);
        child.kill("SIGKILL");
      }),
  );
}
