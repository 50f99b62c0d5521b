import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { verifyRecords } from "../../src/session/index.ts";
import { type BuiltModule, buildModule } from "../built-module.ts";
import { needs } from "../needs.ts";

let code: BuiltModule;
let root = "";

beforeAll(async () => {
  code = await buildModule(join(import.meta.dirname, "../../src/session/index.ts"));
}, 120_000);

afterAll(() => code.remove());

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-disk-")));
  await mkdir(join(root, "work"));
  await mkdir(join(root, "state"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

it.skipIf(!needs("root", "namespaces", "mount"))(
  "on a disk that is full no effect happens without its intent, and there is room again when there is room",
  async () => {
    const report = await onDisk(
      "size=512k",
      `
      const made = [];
      let error;
      for (let n = 0; error === undefined && n < 500; n += 1) {
        const outcome = await write(n + ".txt", "x".repeat(3000));
        made.push([n + ".txt", outcome.trace]);
        error = outcome.error;
      }
      for (let n = 500; n < 510; n += 1) made.push([n + ".txt", (await write(n + ".txt", "x".repeat(3000))).trace]);
      const there = texts();
      execFileSync("mount", ["-o", "remount,size=8m", stateFolder]);
      const after = await write("after.txt", "x");
      await session.close();
      return { made, error, there, after, ...(await remembered()) };`,
    );
    expect(report.error).toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/full|no space/i),
    });
    expect(report.there).not.toContain("509.txt");
    const intended = new Set(report.audit.flatMap(({ kind, trace }) => (kind === "intent" ? [trace] : [])));
    const traceOf = new Map(report.made);
    expect(report.there.filter((name) => !intended.has(traceOf.get(name) ?? ""))).toEqual([]);
    expect(report.after.error).toBeUndefined();
    expect(report.verdict).toMatchObject({ ok: true });
  },
  60_000,
);

it.skipIf(!needs("root", "namespaces", "mount"))(
  "on a disk that became read-only no effect happens, and all goes on when it can be written",
  async () => {
    const report = await onDisk(
      "size=8m",
      `
      if (process.argv[1] === "first") {
        await write("before.txt", "x");
        await session.close();
        return {};
      }
      if (process.argv[1] === "read-only") {
        const { error } = await write("refused.txt", "x");
        await session.close();
        return { error, there: texts() };
      }
      const after = await write("after.txt", "x");
      await session.close();
      return { after, ...(await remembered()) };`,
      '"$@" first && mount -o remount,ro "$disk" && "$@" read-only && mount -o remount,rw "$disk" && exec "$@" last',
    );
    expect(report.error).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("The store"),
    });
    expect(report.there).toEqual(["before.txt"]);
    expect(report.after.error).toBeUndefined();
    expect(report.verdict).toMatchObject({ ok: true });
  },
  60_000,
);

it("of several processes that race on one file exactly one wins, and the others are told to read it again", async () => {
  await writeFile(join(root, "work/race.txt"), "start\n");
  const names = ["ana", "ben", "cleo", "dan"];
  const reports = await Promise.all(names.map((name) => run(process.execPath, programOf(racer(name)))));
  const winners = names.filter((_, at) => reports[at]?.error === undefined);
  expect(winners).toHaveLength(1);
  expect(await readFile(join(root, "work/race.txt"), "utf8")).toBe(`${winners[0]}\n`);
  const lost = reports.flatMap(({ error }) => (error === undefined ? [] : [JSON.stringify(error)]));
  expect(lost.filter((error) => !/Read (?:race\.txt|it again)/.test(error))).toEqual([]);
  const left = (await readdir(join(root, "work"))).filter((name) => !name.startsWith("ready-"));
  expect(left.filter((name) => name !== ".deckhand")).toEqual(["race.txt"]);
  expect(await verifyRecords({ cwd: join(root, "work"), stateFolder: join(root, "state") })).toMatchObject({
    ok: true,
  });
}, 60_000);

function racer(name: string): string {
  return `
    const racing = openSession({ ...settings, name: "${name}" });
    const call = (tool, input) => racing.call({ id: "1", name: tool, input });
    await call("read", { path: "race.txt" });
    writeFileSync("ready-${name}", "");
    while (readdirSync(".").filter((file) => file.startsWith("ready-")).length < 4) await new Promise(setImmediate);
    const { error } = await call("write", { path: "race.txt", content: "${name}\\n" });
    await racing.close();
    return { error };`;
}

interface Report {
  readonly made: readonly (readonly [string, string])[];
  readonly error?: { readonly code: string };
  readonly there: readonly string[];
  readonly after: { readonly error?: unknown };
  readonly verdict: unknown;
  readonly audit: readonly { readonly kind: string; readonly trace: string }[];
}

/** Runs a program, once or as told, whose state folder is a disk of its own, which is gone with it. */
function onDisk(options: string, body: string, runs = 'exec "$@"'): Promise<Report> {
  const script = `disk="$1" && shift && mount -t tmpfs -o ${options} tmpfs "$disk" && ${runs}`;
  const command = [process.execPath, ...programOf(body)];
  return run("unshare", ["--mount", "sh", "-c", script, "sh", join(root, "state"), ...command]);
}

function programOf(body: string): readonly string[] {
  const program = `
    import { execFileSync } from "node:child_process";
    import { readdirSync, writeFileSync } from "node:fs";
    import { openRecords, openSession } from ${JSON.stringify(code.path)};
    const stateFolder = ${JSON.stringify(join(root, "state"))};
    const settings = { cwd: process.cwd(), stateFolder, govern: { trust: "L3", sandbox: false } };
    const session = openSession(settings);
    const write = (path, content) => session.call({ id: "1", name: "write", input: { path, content } });
    const texts = () => readdirSync(".").filter((name) => name.endsWith(".txt"));
    const remembered = async () => {
      const records = await openRecords({ cwd: process.cwd(), stateFolder });
      const all = { verdict: await records.verify(), audit: await records.store.readAudit(1, 10000) };
      await records.close();
      return all;
    };
    const report = await (async () => {${body}})();
    process.stdout.write(JSON.stringify(report) + "\\n");`;
  return ["--input-type=module", "-e", program];
}

function run(program: string, args: readonly string[]): Promise<Report> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: join(root, "work"), stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
    child.on("error", fail);
    child.on("close", (status) => {
      const parts = text.trim().split("\n");
      if (status === 0) done(Object.assign({}, ...parts.map((part) => JSON.parse(part) as object)) as Report);
      else fail(new Error(`${program} exited ${status}: ${text}`));
    });
  });
}
