import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSshBackend } from "../../dist/backends/index.js";
import { startSshd } from "../../test/loopback-sshd.mjs";
import { runChild } from "../child.mjs";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";

/** @typedef {import("../../test/loopback-sshd.mjs").LoopbackSshd["host"]} Host */
/** @typedef {{ folder: string, fs: import("../../dist/backends/index.js").SshBackend["fs"], sftp: (lines: readonly string[]) => Promise<void> }} Ground */

const LIMIT = 3;
const SMALL_FILES = 100;
const LARGE_FILES = 4;
const LARGE_BYTES = 8 * 1024 * 1024;

/** Files on a host, against the system's sftp on the very same connection; ours are also synced and checked. */
export const sshLines = [
  {
    name: `ssh: write, stat and read ${SMALL_FILES} small files, against sftp`,
    measure: () => onLoopback(smallFiles),
  },
  { name: `ssh: write ${LARGE_FILES} files of 8 MB, against sftp`, measure: () => onLoopback(largeWrites) },
  { name: `ssh: read ${LARGE_FILES} files of 8 MB, against sftp`, measure: () => onLoopback(largeReads) },
];

/** @param {(ground: Ground) => Promise<import("../run.mjs").Reading>} work */
function onLoopback(work) {
  return inScratch(async (folder) => {
    const sshd = await startSshd();
    const usual = process.env["TMPDIR"];
    // So that the connection's socket lies where it can be found.
    process.env["TMPDIR"] = folder;
    const backend = await openSshBackend({ ...sshd.host, cwd: folder });
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
    try {
      const socket = await socketIn(folder);
      return await work({ folder, fs: backend.fs, sftp: (lines) => sftp(sshd.host, socket, folder, lines) });
    } finally {
      await backend.close();
      await sshd.close();
    }
  });
}

/** @param {string} folder */
async function socketIn(folder) {
  const own = (await readdir(folder)).find((name) => name.startsWith("deckhand-ssh-")) ?? "";
  return join(folder, own, (await readdir(join(folder, own)))[0] ?? "");
}

/**
 * @param {Host} host
 * @param {string} socket
 * @param {string} folder
 * @param {readonly string[]} lines
 */
async function sftp(host, socket, folder, lines) {
  const batch = join(folder, "batch");
  await writeFile(batch, `${lines.join("\n")}\n`);
  const args = [
    "-F",
    "none",
    "-q",
    "-o",
    `ControlPath=${socket}`,
    "-o",
    "ControlMaster=no",
    "-o",
    "BatchMode=yes",
  ];
  const { code } = await runChild("sftp", [...args, "-b", batch, `${host.user}@${host.host}`]);
  if (code !== 0) throw new Error(`sftp ended with ${code}`);
}

/** @param {Ground} ground */
async function smallFiles({ folder, fs, sftp: run }) {
  const [source, copy] = [join(folder, "source"), join(folder, "copy")];
  await writeFile(source, "a small file\n".repeat(50));
  const names = Array.from({ length: SMALL_FILES }, (_, at) => join(folder, `small-${at}`));
  const ours = async () => {
    for (const name of names) {
      await fs.writeFile(name, await readFile(source));
      await fs.stat(name);
      await writeFile(copy, await fs.readBytes(name));
    }
  };
  const peer = () =>
    run(names.flatMap((name) => [`put ${source} ${name}`, `ls -l ${name}`, `get ${name} ${copy}`]));
  return { ...(await compare(ours, peer)), limit: LIMIT };
}

/** @param {Ground} ground */
async function largeWrites({ folder, fs, sftp: run }) {
  const { source, names } = await largeFiles(folder);
  const ours = async () => {
    for (const name of names) await fs.writeFile(name, await readFile(source));
  };
  const peer = () => run(names.map((name) => `put ${source} ${name}`));
  return { ...(await compare(ours, peer)), limit: LIMIT };
}

/** @param {Ground} ground */
async function largeReads({ folder, fs, sftp: run }) {
  const { source, names } = await largeFiles(folder);
  for (const name of names) await writeFile(name, await readFile(source));
  const copy = join(folder, "copy");
  const ours = async () => {
    for (const name of names) await writeFile(copy, await fs.readBytes(name));
  };
  const peer = () => run(names.map((name) => `get ${name} ${copy}`));
  return { ...(await compare(ours, peer)), limit: LIMIT };
}

/** @param {string} folder */
async function largeFiles(folder) {
  const source = join(folder, "source");
  await writeFile(source, randomBytes(LARGE_BYTES));
  return { source, names: Array.from({ length: LARGE_FILES }, (_, at) => join(folder, `large-${at}`)) };
}
