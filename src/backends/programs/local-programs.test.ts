import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { processesIn, untilNone, untilRunning } from "../../../test/processes-in.ts";
import type { Program, ProgramSpec } from "../../kernel/index.ts";
import { createLocalPrograms } from "./local-programs.ts";

const PATH = process.env["PATH"] ?? "";

let ws: string;
let started: Program[] = [];

beforeEach(async () => {
  ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-programs-")));
});

afterEach(async () => {
  await Promise.all(started.map((program) => program.end(0)));
  started = [];
  await rm(ws, { recursive: true, force: true });
});

describe.each([true, false])("a program, where a namespace is %s", (namespace) => {
  const programs = createLocalPrograms({ namespace });

  beforeEach(({ skip }) => {
    skip(namespace && !needs("namespaces", "setpriv"), "no namespaces here");
  });

  async function start(command: string, args: readonly string[], part: Partial<ProgramSpec> = {}) {
    const program = await programs.start({ command, args, cwd: ws, env: { PATH }, ...part });
    started.push(program);
    return program;
  }

  const script = (line: string) => start("sh", ["-c", line]);

  it("reads what it is sent, and is heard on both streams", async () => {
    const program = await script("cat; echo err >&2");
    program.stdin.end("in");
    expect(await Promise.all([text(program.stdout), text(program.stderr)])).toEqual(["in", "err\n"]);
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });

  it("gets its arguments as they are, and no shell takes them apart", async () => {
    const args = ["a b", "$HOME", "`id`", "", "*", "'", "; touch x", "-n"];
    const program = await start(process.execPath, [
      "-e",
      "console.log(JSON.stringify(process.argv.slice(1)))",
      "--",
      ...args,
    ]);
    expect(JSON.parse(await text(program.stdout))).toEqual(args);
    expect(await readdir(ws)).toEqual([]);
  });

  it("has the environment it is given and nothing of ours, but the mark of a tool's process", async () => {
    const given = { PATH, A: "1", "odd-name.b": "x=y\n\u00e9", UID: "12", EMPTY: "" };
    const program = await start(process.execPath, ["-p", "JSON.stringify(process.env)"], { env: given });
    const { DECKHAND_JOB, _, ...rest } = JSON.parse(await text(program.stdout)) as Record<string, string>;
    expect(DECKHAND_JOB).toMatch(/^[0-9a-f]{16}$/);
    expect(rest).toEqual(given);
  });

  it("finds by name what its own PATH had, without the folders that are not trusted", async () => {
    await mkdir(join(ws, "bin"));
    await writeFile(join(ws, "bin", "node"), "#!/bin/sh\necho planted\n");
    await chmod(join(ws, "bin", "node"), 0o755);
    const env = { PATH: `${join(ws, "bin")}:.:${PATH}` };
    const program = await start("sh", ["-c", "node -p 1+1"], { env, untrusted: [ws] });
    expect(await text(program.stdout)).toBe("2\n");
  });

  it.each([
    ["exit 3", { code: 3, signal: null }],
    ["exit 143", { code: 143, signal: null }],
    ["kill -TERM $$", { code: null, signal: "SIGTERM" }],
    ["kill -KILL $$", { code: null, signal: "SIGKILL" }],
  ])("tells how it ended: %s", async (line, exit) => {
    expect(await (await script(line)).exited).toEqual(exit);
    const odd = await start("sh", ["-c", line], { env: { PATH, "odd-name": "" } });
    expect(await odd.exited).toEqual(exit);
  });

  it("that listens ends with its input, without a signal", async () => {
    const program = await script("trap 'echo signal' TERM; cat; echo done");
    const said = text(program.stdout);
    await program.end(10_000);
    expect(await said).toBe("done\n");
    expect(await program.exited).toEqual({ code: 0, signal: null });
  });

  it("that does not read is asked to stop, and its last words are heard, however many say theirs", async () => {
    const line = "trap 'echo bye; exit 4' TERM; echo up; while :; do sleep 0.01; done";
    const told = await Promise.all(Array.from({ length: 20 }, async () => lastWordsOf(await script(line))));
    for (const one of told) expect(one).toEqual(["bye\n", { code: 4, signal: null }]);
  });

  it("that traps every signal is killed, with children that left its group and its parents", async () => {
    const stubborn = "trap '' TERM HUP INT; sleep 300; :";
    const program = await script(
      `(setsid sh -c "${stubborn}" &); sh -c "${stubborn}" & trap '' TERM; sleep 300; :`,
    );
    await untilRunning(ws, "sleep 300", 3);
    await program.end(100);
    expect(processesIn(ws)).toEqual([]);
    expect(await program.exited).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("that ended leaves nothing behind, asked to end or not", async () => {
    const program = await script("(setsid sleep 300 >/dev/null 2>&1 &); sleep 300 & echo up");
    expect(await program.exited).toEqual({ code: 0, signal: null });
    await untilNone(ws);
    await program.end(100);
    const another = await script("(setsid sh -c \"trap '' TERM; sleep 300; :\" &); exit 0");
    await another.exited;
    await another.end(100);
    expect(processesIn(ws)).toEqual([]);
  });

  it("is ended as often as one likes, and may be written to until then and after", async () => {
    const program = await script("exec 0<&-; sleep 0.05");
    const writing = setInterval(() => program.stdin.write("x".repeat(1000)), 1);
    await program.exited;
    await Promise.all([program.end(100), program.end(100)]);
    clearInterval(writing);
    program.stdin.write("late");
    await expect(program.end(100)).resolves.toBeUndefined();
  });

  it("is one of many that start at once", async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => script("read line; echo $line")));
    for (const [at, program] of many.entries()) program.stdin.end(`${at}\n`);
    expect(await Promise.all(many.map(({ stdout }) => text(stdout)))).toEqual(
      many.map((_program, at) => `${at}\n`),
    );
    await Promise.all(many.map((program) => program.end(0)));
    expect(processesIn(ws)).toEqual([]);
  });

  it("that cannot be found, or started, is a fault", async () => {
    await expect(start("no-such-program", [])).rejects.toMatchObject({ code: "not_found" });
    await expect(start("sh", ["a\0b"])).rejects.toMatchObject({ code: "unavailable" });
    await expect(start("sh", ["x".repeat(3_000_000)])).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("programs in a workspace", () => {
  it("are noted while they run, on machines that do not end them with us, and then no more", async () => {
    const programs = createLocalPrograms({ workspace: ws, namespace: false });
    const spec = { command: "cat", args: [], cwd: ws, env: { PATH } };
    const running = await Promise.all([programs.start(spec), programs.start(spec)]);
    started.push(...running);
    await expect.poll(() => readdir(join(ws, ".deckhand/jobs"))).toEqual(["programs", "programs.json"]);
    await Promise.all(running.map((program) => program.end(1000)));
    await expect.poll(() => readdir(join(ws, ".deckhand/jobs")), { timeout: 10_000 }).toEqual([]);
  });

  it.skipIf(!needs("namespaces", "setpriv"))("leave no trace where the kernel minds them", async () => {
    const programs = createLocalPrograms({ workspace: ws });
    started.push(await programs.start({ command: "cat", args: [], cwd: ws, env: { PATH } }));
    expect(await readdir(ws)).toEqual([]);
  });

  it("start where nothing can be noted", async () => {
    await writeFile(join(ws, ".deckhand"), "in the way");
    const programs = createLocalPrograms({ workspace: ws, namespace: false });
    const program = await programs.start({ command: "echo", args: ["here"], cwd: ws, env: { PATH } });
    started.push(program);
    expect(await text(program.stdout)).toBe("here\n");
  });
});

async function lastWordsOf(program: Program): Promise<unknown> {
  await once(program.stdout, "data");
  const said = text(program.stdout);
  await program.end(2_000);
  return [await said, await program.exited];
}
