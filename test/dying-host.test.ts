import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAuditKey, verifyAudit } from "../src/control/index.ts";
import { createFileAnchor, openSqliteStore } from "../src/store/index.ts";
import { type BuiltModule, buildModule } from "./built-module.ts";

const KILLS = Number(process.env["DECKHAND_KILLS"] ?? 200);
const AT_ONCE = 4;
/** Longer than any host lives. */
const NAP = `300.${randomInt(1e9, 1e10)}`;

let code: BuiltModule;
let root = "";

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-dying-")));
  await mkdir(join(root, "ws"));
  await mkdir(join(root, "tmp"));
  code = await buildModule(join(import.meta.dirname, "../src/session/index.ts"));
}, 120_000);

afterAll(async () => {
  await code.remove();
  await rm(root, { recursive: true, force: true });
});

it("a host that is killed at any moment loses no acknowledged record, leaves no half file and no orphan, and the trail verifies", async () => {
  const acknowledged: string[] = [];
  let left = KILLS;
  const worker = async (name: string): Promise<void> => {
    for (; left > 0; left -= 1) acknowledged.push(...(await killedHost(name)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(`host-${index}`)));
  expect(acknowledged.length).toBeGreaterThan(KILLS);

  const [folder = ""] = await readdir(join(root, "state", "workspaces"));
  const store = await openSqliteStore({ file: join(root, "state", "workspaces", folder, "deckhand.db") });
  try {
    const key = parseAuditKey(await readFile(join(root, "state", "audit.key"), "utf8"));
    const anchor = createFileAnchor(join(root, "state", "anchors", `${folder}.json`));
    expect(await verifyAudit({ store, key, anchor })).toMatchObject({ ok: true });
    const missing = [];
    for (const id of acknowledged) if ((await store.trace(id)) === undefined) missing.push(id);
    expect(missing).toEqual([]);
  } finally {
    await store.close();
  }
  expect(await halfFiles()).toEqual([]);
  await untilGone();
  expect(napping()).toEqual([]);
}, 300_000);

/** Lets a host work until it is killed at a moment of chance; answers with the traces it was told. */
async function killedHost(name: string): Promise<readonly string[]> {
  const host = spawn(process.execPath, ["--input-type=module", "-e", program(name)], {
    cwd: join(root, "ws"),
    // What a host keeps for a moment goes with the test.
    env: { ...process.env, TMPDIR: join(root, "tmp") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let told = "";
  const calls = randomInt(0, 12);
  await new Promise<void>((done, fail) => {
    host.stdout.setEncoding("utf8").on("data", (text: string) => {
      told += text;
      if (told.split("\n").length > calls + 1) done();
    });
    host.once("exit", () => fail(new Error("the host ended by itself")));
  });
  await sleep(randomInt(0, 60));
  const closed = new Promise((done) => void host.once("close", done));
  host.kill("SIGKILL");
  await closed;
  return told.split("\n").slice(1, -1);
}

/** Writes whole files over and over, reads them, and has a command running that would outlive it. */
function program(name: string): string {
  return `
    import { openSession } from ${JSON.stringify(code.path)};
    const session = openSession({ cwd: process.cwd(), stateFolder: ${JSON.stringify(join(root, "state"))},
      name: "${name}", stays: true, govern: { trust: "L3", sandbox: false } });
    const call = async (tool, input) => {
      const { trace, isError, output } = await session.call({ id: "1", name: tool, input });
      if (isError && !String(output).includes("read it")) process.stderr.write(String(output));
      process.stdout.write(trace + "\\n");
    };
    process.stdout.write("working\\n");
    void call("bash", { command: "(setsid sleep ${NAP} &); sleep ${NAP}" });
    for (let round = 0; ; round += 1) {
      await call("write", { path: "${name}-" + round + "-" + process.pid + ".txt", content: String(round % 10).repeat(20000) });
      await Promise.all([1, 2, 3].map(() => call("ls", {})));
    }
  `;
}

/** Files that are not one digit over and over. */
async function halfFiles(): Promise<readonly string[]> {
  const names = (await readdir(join(root, "ws"))).filter((name) => name.endsWith(".txt"));
  const bad = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(root, "ws", name), "utf8");
      return text.length === 20_000 && new Set(text).size === 1 ? [] : [`${name} (${text.length})`];
    }),
  );
  return bad.flat();
}

/** The kernel takes a moment to end what a killed host leaves. */
async function untilGone(): Promise<void> {
  for (let tries = 0; tries < 100 && napping().length > 0; tries += 1) await sleep(50);
}

function napping(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(NAP);
      } catch {
        return false;
      }
    });
}
