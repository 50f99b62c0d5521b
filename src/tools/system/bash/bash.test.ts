import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../../test/needs.ts";
import { processesIn, untilRunning } from "../../../../test/processes-in.ts";
import { makeContext, makeLocalContext } from "../../../backends/index.ts";
import type { Shell, ToolContext, ToolOutcome } from "../../../kernel/index.ts";
import { bash } from "./bash.ts";

let folder: string;
let ctx: ToolContext;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-bash-")));
  ctx = makeLocalContext(folder);
});

afterEach(async () => {
  assert.deepEqual(processesIn(folder), []);
  await rm(folder, { recursive: true, force: true });
});

function call(input: unknown, context: ToolContext = ctx): Promise<ToolOutcome> {
  return bash.invoke({ id: "call", name: "bash", input }, context);
}

async function run(command: string, more: Record<string, unknown> = {}): Promise<string> {
  return String((await call({ command, ...more })).output);
}

describe("the report", () => {
  it("R187, R335: has a section for each stream and the status, with stderr kept on success", async () => {
    const outcome = await call({ command: "echo out; echo err >&2" });
    expect(outcome.isError).toBe(false);
    expect(outcome.output).toBe("stdout:\nout\n\nstderr:\nerr\n\nstatus: exit code 0");
  });

  it("R335: ends a stream that does not end its last line", async () => {
    expect(await run("printf out; printf err >&2")).toBe(
      "stdout:\nout\n\nstderr:\nerr\n\nstatus: exit code 0",
    );
  });

  it("R335: leaves out what is empty", async () => {
    expect(await run("true")).toBe("status: exit code 0");
  });

  it.each([
    ["exit 3", "status: exit code 3"],
    ["kill -SEGV $$", "status: ended by signal SIGSEGV"],
    ["kill -KILL $$", "status: ended by signal SIGKILL"],
    ["no-such-program", "status: exit code 127 (command not found)"],
    ["bash -c 'kill -KILL $$'; exit $?", "status: exit code 137 (as after SIGKILL)"],
    ["ls nowhere", "status: exit code 2"],
    ["echo > plain; ./plain", "status: exit code 126 (found, but cannot be executed)"],
  ])("R335: %s is an error that says how it ended", async (command, status) => {
    const outcome = await call({ command });
    expect([outcome.isError, outcome.error?.code]).toEqual([true, "tool_error"]);
    expect(String(outcome.output).split("\n").at(-1)).toBe(status);
  });

  it("R335: exit 1 of a program that says no with it is no error", async () => {
    for (const command of ["echo a | grep b", "echo a > a; echo b > b; diff a b", "[ 1 = 2 ]"]) {
      const outcome = await call({ command });
      expect([command, outcome.isError]).toEqual([command, false]);
      expect(outcome.output).toMatch(/status: exit code 1 \(.+\)$/);
    }
  });
});

describe("limits", () => {
  it("R188, R162: a timeout ends everything and says so, with the output so far", async () => {
    const command = "echo early; setsid sleep 300 & trap '' TERM; sleep 300; sleep 300";
    const outcome = await call({ command, timeoutMs: 700 });
    expect([outcome.isError, outcome.error?.code]).toEqual([true, "timeout"]);
    expect(outcome.error?.message).toContain("timed out after 700 ms");
    expect(outcome.output).toMatch(/^stdout:\nearly\n[^]*\nstatus: timed out after 700 ms/);
    expect(processesIn(folder)).toEqual([]);
  });

  it("R187: runs for two minutes by default, and for ten at most", async () => {
    const limits: unknown[] = [];
    const shell: Shell = {
      ...ctx.shell,
      exec: (command, options) => {
        limits.push(options?.timeoutMs);
        return ctx.shell.exec(command, options);
      },
    };
    const context = { ...ctx, shell };
    for (const timeoutMs of [undefined, 600_000]) {
      expect((await call({ command: "true", timeoutMs }, context)).output).toBe("status: exit code 0");
    }
    const pinned = await call({ command: "true", timeoutMs: 600_001 }, context);
    expect(pinned.output).toBe(
      "timeoutMs may be 600000 at most, and was taken as that.\nstatus: exit code 0",
    );
    expect(limits).toEqual([120_000, 600_000, 600_000]);
  });

  it("R162: cancellation rejects with its reason and leaves nothing behind", async () => {
    const controller = new AbortController();
    const running = call(
      { command: "head -c 3000000 /dev/zero; setsid sleep 300 & sleep 300" },
      { ...ctx, cancel: controller.signal },
    );
    running.catch(() => undefined);
    await untilRunning(folder, "sleep 300", 2);
    const reason = new Error("taken back");
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(processesIn(folder)).toEqual([]);
    expect(await readdir(join(folder, ".deckhand/results"))).toEqual([]);
  });

  it.each([
    [{}, "command"],
    [{ command: "" }, "command"],
    [{ command: "true", timeoutMs: 0 }, "timeoutMs"],
    [{ command: "true", timeoutMs: "soon" }, "timeoutMs"],
    [{ command: "true", background: true }, "background"],
  ])("R187: refuses %j and names the field", async (input, field) => {
    const outcome = await call(input);
    expect(outcome.error?.code).toBe("invalid_input");
    expect(outcome.output).toContain(field);
  });
});

describe("commands nobody planned for", () => {
  it("R187: one that reads standard input finds it at its end", async () => {
    expect(await run('cat; read -r x; echo "$?"')).toBe("stdout:\n1\n\nstatus: exit code 0");
  });

  it("R187: binary output is named, not shown", async () => {
    const text = await run(String.raw`printf '\177ELF\000\001\002\377'`);
    expect(text).toContain("[binary output, 8 bytes, beginning with 7f 45 4c 46 00 01 02 ff");
  });

  it("bad bytes are replaced, escapes and overwritten progress are gone", async () => {
    const command = String.raw`printf 'a\377b\n\033[31mred\033[0m\n10%%\r50%%\r100%%\nwin\r\n'`;
    expect(await run(command)).toBe("stdout:\na\ufffdb\nred\n100%\nwin\r\n\nstatus: exit code 0");
  });

  it("names between NULs are text", async () => {
    expect(await run(String.raw`printf './a\0./b c\0'`)).toContain("stdout:\n./a\n./b c\n");
  });

  it("R162: many processes that ignore signals end with the command", async () => {
    const command =
      "for i in $(seq 100); do (trap '' TERM HUP; setsid sleep 300 &) ; done; sleep 0.2; echo done";
    const text = await run(command);
    expect(text).toMatch(/100 background processes were still running/);
    expect(processesIn(folder)).toEqual([]);
  });

  it("R187: a flood is shown at both ends with the errors between, kept whole, in little memory", async () => {
    const before = process.memoryUsage().rss;
    const command =
      "echo first; yes 'all is well' | head -c 30000000; echo 'main.c:3: error: broken'; " +
      "yes 'all is well' | head -c 170000000; echo last";
    const text = await run(command);
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
    expect(text.startsWith("stdout:\nfirst\nall is well\n")).toBe(true);
    expect(text).toMatch(
      /\[… \d+ bytes omitted; all but the last 132891\d{3} bytes are kept: read or grep path=deckhand:\/\/result\/\w+ …\]/,
    );
    expect(text).toMatch(/\[at byte 300000\d\d\] main\.c:3: error: broken/);
    expect(text.endsWith("last\n\nstatus: exit code 0")).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ctx.budget.maxBytes);
    const kept = await ctx.fs.open(/deckhand:\/\/result\/\w+/.exec(text)?.[0] ?? "");
    expect([kept.size, Buffer.from(await kept.read(0, 11)).toString()]).toEqual([
      64 * 1024 ** 2,
      "first\nall i",
    ]);
    await kept.close();
  });

  it("R335: each stream has its share of what is shown, and its own handle", async () => {
    const text = await run("seq 1 40000; seq 1 40000 >&2; exit 4");
    const handles = text.match(/deckhand:\/\/result\/\w+/g) ?? [];
    expect(new Set(handles).size).toBe(2);
    for (const start of ["stdout:\n1\n2\n3\n", "stderr:\n1\n2\n3\n"]) expect(text).toContain(start);
    for (const handle of handles)
      expect((await ctx.fs.readText(handle)).endsWith("39999\n40000\n")).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ctx.budget.maxBytes);
  });

  it("R187: errors are kept from among bytes that are no text, within the bound", async () => {
    const lines = String.raw`for i in $(seq 3000); do printf 'caf\351 na\357ve %s\n' $i; done`;
    const text = await run(`${lines}; echo 'error: the cause'; ${lines}`);
    expect(text).toMatch(/\[at byte \d+\] error: the cause/);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ctx.budget.maxBytes);
  });

  it("R187: errors at the beginning do not crowd out those that are not shown", async () => {
    const text = await run(
      "yes 'error handling is on' | head -30; seq 20000; echo 'FATAL: cause'; seq 20000",
    );
    expect(text).toMatch(/\[at byte \d+\] FATAL: cause/);
  });

  it("what fits is shown whole and nothing is kept", async () => {
    expect(await run("head -c 60000 /dev/zero | tr '\\0' x")).toContain(`${"x".repeat(60_000)}\n`);
    await expect(readdir(join(folder, ".deckhand"))).rejects.toThrow(/ENOENT/);
  });
});

describe("the folder", () => {
  it("R187: is the working directory, or a folder in it", async () => {
    await mkdir(join(folder, "sub"));
    expect(await run("pwd")).toContain(`stdout:\n${folder}\n`);
    expect(await run("pwd", { cwd: "sub" })).toContain(`stdout:\n${folder}/sub\n`);
  });

  it("R187: is told when it is missing, a file or outside", async () => {
    await writeFile(join(folder, "file"), "");
    const missing = await call({ command: "touch ran", cwd: "nope" });
    expect(missing.output).toContain("ENOENT: no such file or directory, chdir 'nope'");
    expect(missing.output).toContain(`cwd must be a folder in the workspace, ${folder}`);
    expect(await run("touch ran", { cwd: "file" })).toContain("ENOTDIR: not a directory, chdir 'file'");
    expect((await call({ command: "touch ran", cwd: "/" })).isError).toBe(true);
    expect(await readdir(folder)).toEqual(["file"]);
  });

  it("a lone cd says that it does not last", async () => {
    expect(await run("cd /")).toContain("cd lasts no longer than its command");
    expect(await run("cd / && pwd")).not.toContain("cd lasts");
  });
});

describe("advice", () => {
  it("names what was left running and had to end", async () => {
    expect(await run("sleep 300 & echo up")).toMatch(
      /stdout:\nup\n\n1 background process was still running .* use process .*\nstatus: exit code 0$/,
    );
  });

  it.skipIf(!needs("tail"))("sends what does not end by itself to process", async () => {
    await writeFile(join(folder, "log"), "");
    expect(await run("tail -f log", { timeoutMs: 300 })).toMatch(/"tail -f log" .*start it with process/);
    expect(await run("sleep 60", { timeoutMs: 300 })).toMatch(/Rather than sleeping, start .* process/);
  });
});

it("tells the last line as progress, but not every one", async () => {
  const notes: string[] = [];
  await call(
    { command: "for i in $(seq 200); do echo \"step $i\"; done; sleep 0.4; printf 'a\\rb\\n'" },
    { ...ctx, progress: (note) => notes.push(note) },
  );
  expect(notes[0]).toMatch(/^step \d+$/);
  expect(notes.at(-1)).toBe("b");
  expect(notes.length).toBeLessThan(100);
});

it("a listener to progress that throws costs no output", async () => {
  const { output } = await call({ command: "echo out" }, { ...ctx, progress: refuse });
  expect(output).toContain("stdout:\nout\n");
});

it("many commands at once are nothing to warn of", async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => void warnings.push(message);
  process.on("warning", listen);
  await Promise.all(Array.from({ length: 12 }, () => call({ command: "true" })));
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

it("R187, R335: works on the in-memory shell as well", async () => {
  const memory = makeContext();
  const outcome = await call({ command: "echo hello > f; cat f; echo oops >&2; exit 2" }, memory);
  expect(outcome.output).toBe("stdout:\nhello\n\nstderr:\noops\n\nstatus: exit code 2");
  expect(outcome.isError).toBe(true);
  expect(await memory.fs.readText("/workspace/f")).toBe("hello\n");
  const slow = await call({ command: "sleep 60", timeoutMs: 200 }, memory);
  expect(slow.error?.code).toBe("timeout");
});

it("says what it is about to reach for", async () => {
  expect(await bash.touches({ command: "ls" })).toEqual([{ kind: "command", command: "ls", op: "run" }]);
  expect([bash.path, bash.title, bash.trust]).toEqual(["world.tools.system.bash", "Run shell command", "L3"]);
});

function refuse(): never {
  throw new Error("its own mistake");
}
