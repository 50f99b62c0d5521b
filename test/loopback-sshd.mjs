import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * A real ssh server on loopback with keys of its own, and what a client needs to be let in.
 * @typedef {object} LoopbackSshd
 * @property {{ host: string, port: number, user: string, identityFile: string, knownHostsFile: string, configFile: "none" }} host
 * @property {string} folder its own folder, for further files of a test
 * @property {() => number} connections how many there are
 * @property {() => void} hangUp ends every connection at once, as a cut line would
 * @property {() => readonly string[]} processes everything on either end of its connections
 * @property {() => Promise<void>} close waits until nothing on either end is left
 */

/**
 * @param {string} [more] lines for its configuration
 * @returns {Promise<LoopbackSshd>}
 */
export async function startSshd(more = "") {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-sshd-")));
  const port = await freePort();
  const host = await writeKeys(folder, port);
  await writeFile(join(folder, "sshd_config"), configOf(folder, port) + more);
  // sshd run by root insists on this folder, and a container that never started it has none.
  if (process.getuid?.() === 0) await mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  const sshd = spawn(sshdPath(), ["-D", "-e", "-f", join(folder, "sshd_config")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  sshd.stderr.on("data", (chunk) => (said = (said + chunk).slice(-4_096)));
  const ended = once(sshd, "exit");
  await untilListening(port, () => {
    if (sshd.exitCode !== null) throw new Error(`sshd ended: ${said}`);
  });
  const processes = () => connectedBy(folder, port);
  return {
    host,
    folder,
    connections: () => childrenOf(sshd.pid ?? -1).length,
    hangUp: () => {
      for (const pid of serversBelow(sshd.pid ?? -1)) process.kill(pid, "SIGKILL");
    },
    processes,
    close: async () => {
      sshd.kill("SIGTERM");
      await ended;
      while (processes().length > 0) await sleep(10);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes a key without a password, and its public half beside it.
 * @param {string} file
 */
export function makeKey(file) {
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
}

/**
 * @param {string} folder
 * @param {number} port
 * @returns {Promise<LoopbackSshd["host"]>}
 */
async function writeKeys(folder, port) {
  const path = (/** @type {string} */ name) => join(folder, name);
  for (const name of ["host_key", "user_key"]) makeKey(path(name));
  const [hostKey, userKey] = await Promise.all(
    ["host_key.pub", "user_key.pub"].map((name) => readFile(path(name), "utf8")),
  );
  await writeFile(path("authorized_keys"), userKey ?? "", { mode: 0o600 });
  await writeFile(path("known_hosts"), `[127.0.0.1]:${port} ${hostKey}`);
  const user = userInfo().username;
  const files = { identityFile: path("user_key"), knownHostsFile: path("known_hosts") };
  return { host: "127.0.0.1", port, user, ...files, configFile: "none" };
}

/**
 * @param {string} folder
 * @param {number} port
 */
function configOf(folder, port) {
  return `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host_key
AuthorizedKeysFile ${folder}/authorized_keys
PidFile none
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
StrictModes no
MaxStartups 100
MaxSessions 100
SetEnv LOOPBACK_SSHD=${folder}
Subsystem sftp internal-sftp
`;
}

/** sshd wants its absolute path, as it starts itself again for each connection. */
function sshdPath() {
  const line = "PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin; command -v sshd";
  return spawnSync("sh", ["-c", line], { encoding: "utf8" }).stdout.trim();
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * @param {number} port
 * @param {() => void} check throws when there is nothing to wait for
 */
async function untilListening(port, check) {
  for (let isOpen = false; !isOpen; await sleep(10)) {
    check();
    const socket = connect(port, "127.0.0.1");
    isOpen = await new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
  }
}

/**
 * The processes that carry connections: one or two for each, depending on who is who.
 * @param {number} parent
 * @returns {number[]}
 */
function serversBelow(parent) {
  const servers = childrenOf(parent).filter((pid) => tryRead(`/proc/${pid}/cmdline`).startsWith("sshd"));
  return servers.flatMap((pid) => [pid, ...serversBelow(pid)]);
}

/** @param {number} parent */
function childrenOf(parent) {
  return pids().filter((pid) => {
    const line = tryRead(`/proc/${pid}/stat`);
    return Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]) === parent;
  });
}

/**
 * Clients name a file of the folder, and whatever the server starts has it in its environment.
 * @param {string} folder
 * @param {number} port
 */
function connectedBy(folder, port) {
  return pids().flatMap((pid) => {
    const line = tryRead(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
    const isClient = /^(ssh|sftp) /.test(line) && line.includes(folder);
    const isServed = tryRead(`/proc/${pid}/environ`).includes(` 127.0.0.1 ${port}\0`);
    return isClient || isServed ? [`${pid} ${line.slice(0, 80)}`] : [];
  });
}

function pids() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** @param {string} path */
function tryRead(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
