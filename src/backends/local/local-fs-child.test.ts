import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { createLocalFs } from "./local-fs.ts";

let code: BuiltModule;
let ws: string;

beforeAll(async () => {
  code = await buildModule(join(import.meta.dirname, "local-fs.ts"));
});

afterAll(() => code.remove());

beforeEach(async () => {
  ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-child-")));
});

afterEach(async () => {
  await rm(ws, { recursive: true, force: true });
});

/** A program in a process of its own, with a local Fs on the folder in its first argument. */
function program(body: string): string {
  return `
    import { createLocalFs } from ${JSON.stringify(code.path)};
    const root = process.argv[1];
    const fs = createLocalFs({ roots: [root] });
    const say = (promise) => promise.then(() => "done", (error) => error.message);
    ${body}`;
}

describe("a write that is killed", () => {
  it("leaves one of the whole versions, wherever the kill hits", async () => {
    const path = join(ws, "file");
    await writeFile(path, "0".repeat(100_000));
    const rewrite = program(`
      process.stdout.write("ready");
      for (let turn = 1; ; turn += 1) {
        const text = String(turn % 10).repeat(100_000 + (turn % 10));
        await (turn % 3 === 0
          ? fs.rm(root + "/new", { ignoreMissing: true }).then(() => fs.replace(root + "/new", Buffer.from(text), { expect: "absent" }))
          : fs.writeFile(root + "/file", text));
      }`);
    for (let round = 0; round < 25; round += 1) {
      const child = spawn(process.execPath, ["--input-type=module", "-e", rewrite, ws]);
      await once(child.stdout, "data");
      await sleep(Math.random() * 30);
      child.kill("SIGKILL");
      await once(child, "exit");
      for (const name of ["file", "new"]) {
        const text = await readFile(join(ws, name), "utf8").catch(() => "0".repeat(100_000));
        const digit = text[0] ?? "";
        expect(text === digit.repeat(100_000 + Number(digit))).toBe(true);
      }
    }
    const fs = createLocalFs({ roots: [ws] });
    for (const name of ["file", "new"]) await fs.writeFile(join(ws, name), "still writable");
    const leftovers = (await readdir(ws)).filter((name) => name !== "file" && name !== "new");
    for (const name of leftovers) expect(name).toMatch(/^\.deckhand-[0-9a-f]{24}\.tmp$/);
  });
});

describe("two processes that change one file", () => {
  it("never lose a change, also after one was killed while it held the claim", async () => {
    const path = join(ws, "count");
    await writeFile(path, "0");
    const claim = createHash("sha256").update("count").digest("hex").slice(0, 24);
    await writeFile(join(ws, `.deckhand-${claim}.tmp`), "");
    const body = program(`
      for (let done = 0; done < 60; ) {
        const file = await fs.open(root + "/count");
        const next = Number(Buffer.from(await file.read(0, file.size)).toString()) + 1;
        await file.close();
        const told = await say(fs.replace(root + "/count", Buffer.from(String(next)), { expect: file.identity }));
        if (told === "done") done += 1;
      }`);
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, ["--input-type=module", "-e", body, ws], { stdio: "inherit" }),
    );
    await Promise.all(children.map((child) => once(child, "exit")));
    expect(await readFile(path, "utf8")).toBe("180");
    expect(await readdir(ws)).toEqual(["count"]);
  });
});

describe("no permission", () => {
  it.skipIf(!needs("root", "setpriv"))("is told as it is, and nothing is changed", async () => {
    await chmod(ws, 0o777);
    await writeFile(join(ws, "secret"), "kept", { mode: 0o600 });
    await mkdir(join(ws, "locked"), { mode: 0o700 });
    await mkdir(join(ws, "listed"), { mode: 0o755 });
    await writeFile(join(ws, "readonly"), "kept", { mode: 0o444 });
    const body = program(`
      console.log(JSON.stringify([
        await say(fs.readText(root + "/secret")),
        await say(fs.writeFile(root + "/secret", "x")),
        await say(fs.writeFile(root + "/readonly", "x")),
        await say(fs.writeFile(root + "/listed/new", "x")),
        await say(fs.readdir(root + "/locked")),
        await say(fs.stat(root + "/locked/x")),
        await fs.exists(root + "/locked/x"),
      ]));`);
    const priv = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    const run = spawnSync("setpriv", [...priv, process.execPath, "--input-type=module", "-e", body, ws], {
      encoding: "utf8",
    });
    expect(JSON.parse(run.stdout || run.stderr)).toEqual([
      `EACCES: permission denied, open '${ws}/secret'`,
      `EACCES: permission denied, open '${ws}/secret'`,
      `EACCES: permission denied, open '${ws}/readonly'`,
      `EACCES: permission denied, open '${ws}/listed/new'`,
      `EACCES: permission denied, scandir '${ws}/locked'`,
      `EACCES: permission denied, stat '${ws}/locked/x'`,
      false,
    ]);
    expect(await readFile(join(ws, "readonly"), "utf8")).toBe("kept");
    expect(await readdir(join(ws, "listed"))).toEqual([]);
  });
});

describe("a full disk", () => {
  it.skipIf(!needs("root", "namespaces", "mount"))("is told as such, and the old content stays", () => {
    const body = program(`
      await fs.writeFile(root + "/a", "kept");
      const told = await say(fs.writeFile(root + "/a", "x".repeat(4_000_000)));
      const created = await say(fs.replace(root + "/b", Buffer.alloc(4_000_000), { expect: "absent" }));
      const names = (await fs.readdir(root)).map(({ name }) => name);
      console.log(JSON.stringify([told, created, await fs.readText(root + "/a"), names]));`);
    const script = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" --input-type=module -e "$3" "$1"';
    const run = spawnSync("unshare", ["--mount", "sh", "-c", script, "sh", ws, process.execPath, body], {
      encoding: "utf8",
    });
    expect(JSON.parse(run.stdout || run.stderr)).toEqual([
      `ENOSPC: no space left on device, open '${ws}/a'`,
      `ENOSPC: no space left on device, open '${ws}/b'`,
      "kept",
      ["a"],
    ]);
  });
});
