import { once } from "node:events";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type LoopbackSshd, makeKey, startSshd } from "../../../test/loopback-sshd.mjs";
import { needs } from "../../../test/needs.ts";
import { type Fault } from "../../kernel/index.ts";
import { openSshBackend, type SshBackendOptions } from "./open-ssh-backend.ts";

describe.skipIf(!needs("ssh", "sshd", "python3"))("a connection to a real sshd", () => {
  let sshd: LoopbackSshd;
  let ws: string;

  beforeAll(async () => {
    sshd = await startSshd();
    ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-remote-")));
  });

  afterAll(async () => {
    await sshd.close();
    await rm(ws, { recursive: true });
  });

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  async function faultOf(options: Partial<SshBackendOptions>): Promise<Fault> {
    const opening = openSshBackend({ ...sshd.host, cwd: ws, ...options });
    return opening.then(
      () => expect.unreachable("it was opened"),
      (reason: unknown) => reason as Fault,
    );
  }

  it("trusts no host key that is not known", async () => {
    const knownHostsFile = join(sshd.folder, "empty");
    await writeFile(knownHostsFile, "");
    const fault = await faultOf({ knownHostsFile });
    expect(fault).toMatchObject({
      code: "unavailable",
      message: "The host key of 127.0.0.1 is not known, so it was not trusted.",
    });
    expect(fault.hint).toContain("fingerprint");
    expect(await readFile(knownHostsFile, "utf8")).toBe("");
  });

  it("trusts no host key that has changed", async () => {
    const knownHostsFile = join(sshd.folder, "changed");
    const userKey = await readFile(join(sshd.folder, "user_key.pub"), "utf8");
    await writeFile(knownHostsFile, `[127.0.0.1]:${sshd.host.port} ${userKey}`);
    expect((await faultOf({ knownHostsFile })).message).toContain("another machine may be answering");
  });

  it("says so when no key is accepted, and asks nobody for a password", async () => {
    const identityFile = join(sshd.folder, "other_key");
    makeKey(identityFile);
    const fault = await faultOf({ identityFile });
    expect(fault.code).toBe("unavailable");
    expect(fault.message).toBe("127.0.0.1 did not let us in: no key it accepts was offered.");
    expect(fault.hint).toContain("identityFile");
  });

  it("says so when nobody listens, and when nobody answers", async () => {
    const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    const silent = await faultOf({ port, connectTimeoutMs: 1_000 });
    server.close();
    await once(server, "close");
    expect(silent.message).toBe("127.0.0.1 did not answer in time.");
    const refused = await faultOf({ port });
    expect(refused.message).toBe("127.0.0.1 refused the connection: no ssh server listens there.");
  });

  it("wants to be told an absolute folder", async () => {
    expect(await faultOf({ cwd: "~/project" })).toMatchObject({
      code: "invalid_input",
      message: "EINVAL: path is not absolute, realpath '~/project'",
    });
  });

  it("names what a host lacks", async () => {
    const bare = await startSshd("ForceCommand exit 127\n");
    const fault = await faultOf({ ...bare.host });
    await bare.close();
    expect(fault.message).toBe("127.0.0.1 has no python3, which files and commands are reached by.");
    vi.stubEnv("PATH", "/nonexistent");
    expect((await faultOf({})).message).toBe("The ssh program could not be started.");
  });

  it("passes over the greeting of a host, and gives up on one that only greets", async () => {
    const talkative = await startSshd('ForceCommand echo "welcome"; eval "$SSH_ORIGINAL_COMMAND"\n');
    const backend = await openSshBackend({ ...talkative.host, cwd: ws });
    await backend.fs.writeFile(join(ws, "f"), "x");
    expect((await backend.shell.exec("cat f")).stdout).toBe("x");
    await backend.close();
    await talkative.close();
    const endless = await startSshd("ForceCommand yes\n");
    expect((await faultOf({ ...endless.host })).code).toBe("unavailable");
    await endless.close();
  });

  it("is shared by files and commands, is gone after a close, and closes twice", async () => {
    vi.stubEnv("TMPDIR", ws);
    const backend = await openSshBackend({ ...sshd.host, cwd: ws });
    expect(await backend.fs.exists(ws)).toBe(true);
    expect((await backend.shell.exec("echo $0")).code).toBe(0);
    expect(sshd.connections()).toBe(1);
    await Promise.all([backend.close(), backend.close()]);
    await backend.close();
    expect(sshd.processes()).toEqual([]);
    expect((await readdir(ws)).filter((name) => name.startsWith("deckhand-ssh-"))).toEqual([]);
    await expect(backend.fs.readText(join(ws, "f"))).rejects.toMatchObject({ code: "unavailable" });
    await expect(backend.shell.exec("true")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is not waited for by a command that is taken back", async () => {
    const server = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    const configFile = join(sshd.folder, "config");
    await writeFile(configFile, `Host *\n  Port ${sshd.host.port}\n`);
    const { port: _port, ...host } = sshd.host;
    const backend = await openSshBackend({ ...host, configFile, cwd: ws });
    await writeFile(configFile, `Host *\n  Port ${port}\n`);
    sshd.hangUp();
    while (sshd.processes().length > 0) await sleep(10);
    const cancel = AbortSignal.timeout(100);
    await expect(backend.shell.exec("true", { cancel })).rejects.toMatchObject({ name: "TimeoutError" });
    await backend.close();
    server.close();
    await once(server, "close");
  });

  it("honours the user's own configuration, but not what it would start here", async () => {
    const configFile = join(sshd.folder, "config with space");
    const { identityFile, knownHostsFile, port } = sshd.host;
    await writeFile(
      configFile,
      `Host box
  HostName 127.0.0.1
  Port ${port}
  IdentityFile ${identityFile}
  UserKnownHostsFile ${knownHostsFile}
  LocalCommand touch ${ws}/local
  PermitLocalCommand yes
  RemoteCommand touch ${ws}/remote
  RequestTTY force
  LocalForward 127.0.0.1:1 127.0.0.1:1
  StrictHostKeyChecking no
`,
    );
    const backend = await openSshBackend({ host: "box", configFile, cwd: ws });
    expect((await backend.shell.exec("echo hello")).stdout).toBe("hello\n");
    await backend.close();
    expect((await readdir(ws)).filter((name) => ["local", "remote"].includes(name))).toEqual([]);
  });
});
