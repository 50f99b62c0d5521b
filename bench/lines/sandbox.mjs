import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import { openSandbox } from "../../dist/backends/index.js";
import { runChild } from "../child.mjs";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";

/** What the sandbox adds to bubblewrap itself. */
export const sandboxLines = [
  { name: "sandbox: true, against the same bubblewrap line by hand", measure: () => inScratch(timeTrue) },
];

/**
 * @param {string} folder
 * @returns {Promise<import("../run.mjs").Reading>}
 */
async function timeTrue(folder) {
  execFileSync("git", ["init", "-q", folder]);
  const sandbox = openSandbox({ cwd: folder });
  try {
    const { works } = await sandbox.probe();
    if (!works) throw new Error("there is no sandbox on this machine to measure");
    const line = lineByHand(folder, await mountsIn(sandbox.shell));
    const reading = await compare(
      () => sandbox.shell.exec("true"),
      () => runChild("bwrap", line, { cwd: folder }),
      { rounds: 41 },
    );
    return { ...reading, limit: 1.3 };
  } finally {
    sandbox.close();
  }
}

/**
 * Where something is laid over the machine's own files inside.
 * @param {ReturnType<typeof openSandbox>["shell"]} shell
 */
async function mountsIn(shell) {
  const { stdout } = await shell.exec("cut -d' ' -f2 /proc/self/mounts");
  return new Set(stdout.split("\n"));
}

/**
 * The same layout and the same two shells, without the filter, the limits and the report.
 * @param {string} folder
 * @param {ReadonlySet<string>} mounts
 */
function lineByHand(folder, mounts) {
  const below = (/** @type {string} */ top) => [...mounts].filter((path) => path.startsWith(`${top}/`));
  return [
    ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"],
    ["--as-pid-1", "--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ["--ro-bind", "/proc/sys", "/proc/sys", "--remount-ro", "/proc"],
    ["/dev/shm", "/tmp", "/var/tmp", "/run", "/home", homedir()].flatMap((path) => ["--tmpfs", path]),
    ["--remount-ro", "/dev"],
    onItself("--ro-bind", below(homedir())),
    onItself("--bind", [folder, ...below(folder)]),
    below("/etc").flatMap((path) => onItself("--ro-bind", [path])),
    ["--clearenv", "--setenv", "PATH", process.env["PATH"] ?? "", "--chdir", folder],
    ["--", "dash", "-c", "(exec bash --norc -c true); exit $?"],
  ].flat();
}

/**
 * @param {string} how
 * @param {readonly string[]} paths
 */
function onItself(how, paths) {
  return paths.flatMap((path) => [how, path, path]);
}
