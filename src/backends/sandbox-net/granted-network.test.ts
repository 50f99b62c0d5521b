import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildModule, type BuiltModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { PUBLIC } from "../../../test/web/open-web.ts";
import { selfSigned } from "../../../test/web/self-signed.ts";
import { findProgram } from "../local/launch-line.ts";
import { openSandbox, type Sandbox } from "../sandbox/sandbox.ts";
import { createGrantedNetwork, type GrantedNetwork } from "./granted-network.ts";
import type { ProxyRecord } from "./proxy-record.ts";

const { key, cert } = selfSigned(["granted.example", "registry.granted.example"]);

let ws: string;
let served: string;
let servers: { readonly http: number; readonly https: number; close(): void };
let records: ProxyRecord[];
let granted: GrantedNetwork;
let sandbox: Sandbox;

/** Serves the files of a folder, and one package. */
const answer: RequestListener = (request, response) => {
  if (request.url === "/small-package") return response.end(JSON.stringify(PACKAGE));
  void readFile(join(served, new URL(request.url ?? "", "http://x").pathname)).then(
    (bytes) => response.end(bytes),
    () => response.writeHead(404).end(),
  );
};

const PACKAGE = {
  name: "small-package",
  "dist-tags": { latest: "1.2.3" },
  versions: { "1.2.3": { name: "small-package", version: "1.2.3", dist: { tarball: "x", shasum: "x" } } },
};

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-granted-")));
  served = await realpath(await mkdtemp(join(tmpdir(), "deckhand-served-")));
  await writeFile(join(served, "hello"), "hello from outside");
  await writeFile(join(ws, "ca.pem"), cert);
  const [plain, secure] = [createHttpServer(answer), createHttpsServer({ key, cert }, answer)];
  servers = {
    http: await listen(plain),
    https: await listen(secure),
    close: () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
  records = [];
  granted = createGrantedNetwork({
    hosts: ["granted.example", "registry.granted.example"],
    resolve: () => Promise.resolve([PUBLIC]),
    connect: ({ port }) => connect({ host: "127.0.0.1", port: port === 443 ? servers.https : servers.http }),
    onRecord: (record) => void records.push(record),
  });
  sandbox = openSandbox({ cwd: ws, network: () => granted.network() });
});

afterEach(async () => {
  await granted.close();
  sandbox.close();
  servers.close();
  await Promise.all([ws, served].map((folder) => rm(folder, { recursive: true, force: true })));
});

function git(...args: readonly string[]): Buffer {
  return execFileSync("git", args, { env: {}, stdio: "pipe" });
}

async function run(command: string): Promise<string> {
  const { stdout, stderr, code } = await sandbox.shell.exec(command);
  return `${code} ${stdout}${stderr}`;
}

describe.skipIf(!needs("bwrap", "nsenter"))("a sandbox with granted hosts", () => {
  it.skipIf(!needs("bwrap", "nsenter", "curl"))("reaches them, encrypted and plain", async () => {
    expect(await run("curl -sS --cacert ca.pem https://granted.example/hello")).toBe("0 hello from outside");
    expect(await run("curl -sS http://granted.example/hello")).toBe("0 hello from outside");
    expect(await run("curl -sSp http://granted.example/hello")).toBe("0 hello from outside");
    expect(records.map(({ kind, outcome }) => `${kind} ${outcome}`)).toContain("tunnel reached");
  });

  it.skipIf(!needs("bwrap", "nsenter", "git"))("clones with git", async () => {
    const bare = join(served, "repo.git");
    git("init", "-q", "--bare", "-b", "main", bare);
    const tree = String(git("-C", bare, "hash-object", "-t", "tree", "-w", "/dev/null")).trim();
    const who = ["-c", "user.name=x", "-c", "user.email=x@x"];
    const commit = String(git("-C", bare, ...who, "commit-tree", "-m", "first", tree)).trim();
    git("-C", bare, "update-ref", "refs/heads/main", commit);
    git("-C", bare, "update-server-info");
    const url = "https://granted.example/repo.git";
    expect(
      await run(`git -c http.sslCAInfo=$PWD/ca.pem clone -q ${url} copy && git -C copy log --format=%s`),
    ).toBe("0 first\n");
  });

  it.skipIf(!needs("bwrap", "nsenter", "npm"))("asks a registry with npm", async () => {
    const view =
      "npm view small-package version --registry https://registry.granted.example/ --cafile ca.pem";
    expect(await run(`${view} 2>/dev/null`)).toContain("1.2.3");
  });

  it.skipIf(!needs("bwrap", "nsenter", "curl"))(
    "reaches nothing else, by name, by address or around the proxy",
    async () => {
      expect(await run("curl -sS http://other.example/")).toContain("sandbox.hosts");
      expect(await run("curl -sS https://other.example/")).toContain("403");
      expect(await run("curl -sSk https://granted.example:8443/")).toContain("403");
      expect(await run(`curl -sS --noproxy '' http://127.0.0.1:${servers.http}/hello`)).toContain(
        "nobody granted",
      );
      for (const place of [`127.0.0.1:${servers.http}`, "1.1.1.1", "[::1]:80"]) {
        expect(await run(`curl -sS -m 3 --noproxy '*' http://${place}/hello`)).toMatch(/^7 /);
      }
      expect(records.map(({ outcome }) => outcome)).not.toContain("reached");
    },
  );

  it.skipIf(!needs("bwrap", "nsenter", "curl"))("shares its own loopback between its commands", async () => {
    const serve = `require("http").createServer((_, r) => r.end("from inside")).listen(4000, "127.0.0.1", () => console.log("up"))`;
    let heard: (() => void) | undefined;
    const up = new Promise<void>((resolve) => (heard = resolve));
    const job = await sandbox.shell.spawn(`node -e '${serve}'`, { onOutput: () => heard?.() });
    await up;
    expect(await run("curl -sS http://localhost:4000/")).toBe("0 from inside");
    job.kill("SIGKILL");
  });

  it.skipIf(!needs("bwrap", "nsenter", "curl"))(
    "gets another way out when the one it had was killed",
    async () => {
      const before = await granted.network();
      expect(await granted.network()).toBe(before);
      for (const pid of childrenOfOurs("bwrap")) process.kill(pid, "SIGKILL");
      while ((await granted.network()) === before) await new Promise((later) => setTimeout(later, 5));
      expect(await run("curl -sS http://granted.example/hello")).toBe("0 hello from outside");
    },
  );

  it.skipIf(!needs("bwrap", "nsenter", "curl"))(
    "has no network once it is closed, and leaves nothing behind",
    async () => {
      const before = readdirSync(tmpdir()).filter((name) => name.startsWith("deckhand-net-"));
      const room = await granted.network();
      const made = readdirSync(tmpdir()).filter(
        (name) => name.startsWith("deckhand-net-") && !before.includes(name),
      );
      const held = room?.enter.find((option) => option.startsWith("--net="))?.slice("--net=".length) ?? "";
      expect(existsSync(held)).toBe(true);
      await granted.close();
      expect(await granted.network()).toBeUndefined();
      expect(made.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([]);
      expect(await run("curl -sS -m 3 http://granted.example/hello")).toMatch(/^6 |^7 /);
    },
  );
});

describe("without a sandbox", () => {
  it("there is no network, and nothing is opened for one", async () => {
    const nothing = createGrantedNetwork({ hosts: [] });
    expect(await nothing.network()).toBeUndefined();
    await nothing.close();
  });

  it("elsewhere than on Linux the way out is one port of loopback", async () => {
    const other = createGrantedNetwork({ hosts: ["granted.example"], way: "loopback" });
    const { enter, env, proxyPort } = (await other.network()) ?? {};
    expect(enter).toEqual([]);
    expect(new URL(env?.["https_proxy"] ?? "").port).toBe(String(proxyPort));
    await other.close();
  });

  it("a grant that cannot be read is told", async () => {
    await expect(createGrantedNetwork({ hosts: ["https://x"] }).network()).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe.skipIf(!needs("bwrap", "nsenter", "curl", "root", "setpriv"))("an ordinary user", () => {
  let code: BuiltModule;

  beforeAll(async () => {
    code = await buildModule(join(import.meta.dirname, "granted-network.ts"));
  });

  afterAll(() => code.remove());

  it("has a room too, and enters it without rights over it", async () => {
    await chmod(ws, 0o777);
    const program = `
      import { spawn } from "node:child_process";
      import { connect } from "node:net";
      import { createGrantedNetwork } from ${JSON.stringify(code.path)};
      const granted = createGrantedNetwork({
        hosts: ["granted.example"],
        resolve: async () => ["${PUBLIC}"],
        connect: () => connect({ host: "127.0.0.1", port: ${servers.http} }),
      });
      const { enter, env } = await granted.network();
      const [program, ...args] = [...enter, "bwrap", "--unshare-all", "--share-net", "--disable-userns", "--unshare-user",
        "--ro-bind", "/", "/", "--dev", "/dev", "--", "sh", "-c", "curl -sS http://granted.example/hello; curl -sS -m 3 --noproxy '*' http://127.0.0.1:${servers.http}/"];
      const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "inherit", "inherit"] });
      child.once("exit", async (code) => { console.log(" exit", code); await granted.close(); });`;
    const host = startAsNobody(program);
    const [said] = await Promise.all([text(host.stdout), once(host, "exit")]);
    expect(said).toBe("hello from outside exit 7\n");
    expect(readdirSync(ws)).toEqual(["ca.pem"]);
  });

  it("takes the bridge along when it is killed", async () => {
    await chmod(ws, 0o777);
    const program = `
      import { createGrantedNetwork } from ${JSON.stringify(code.path)};
      await createGrantedNetwork({ hosts: ["granted.example"] }).network();
      console.log("open");
      setInterval(() => undefined, 1000);`;
    const host = startAsNobody(program);
    await once(host.stdout, "data");
    expect(bridgesTo(ws)).toBeGreaterThan(0);
    host.kill("SIGKILL");
    await once(host, "exit");
    while (bridgesTo(ws) > 0) await new Promise((later) => setTimeout(later, 10));
  });
});

function startAsNobody(program: string) {
  const nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];
  // The node of this test may lie in a home folder, where nobody else can run it.
  const node = findProgram("node") ?? process.execPath;
  return spawn("setpriv", [...nobody, node, "--input-type=module", "-e", program], {
    cwd: "/",
    env: { PATH: process.env["PATH"], TMPDIR: ws },
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Processes of this name that this one started. */
function childrenOfOurs(name: string): readonly number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8");
  const pids = children.split(" ").filter((pid) => pid !== "");
  return pids.filter((pid) => readFileSync(`/proc/${pid}/comm`, "utf8").trim() === name).map(Number);
}

/** How many processes have a socket of this folder on their command line. */
function bridgesTo(folder: string): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
    } catch {
      return false;
    }
  }).length;
}
