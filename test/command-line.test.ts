import { type ChildProcess, execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltCommandLine, buildCommandLine, printedBy } from "./built-command-line.ts";
import { makeLocalContext } from "../src/backends/index.ts";
import { needs } from "./needs.ts";

let deckhand: BuiltCommandLine;
let folder = "";

beforeAll(async () => {
  deckhand = await buildCommandLine();
}, 120_000);

afterAll(() => deckhand?.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-e2e-"));
  await writeFile(join(folder, "a.txt"), "one\ntwo\nthree\n");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the command line in a process of its own", () => {
  it("prints data and nothing else on standard output, without colour in a pipe", async () => {
    const { code, out, err } = await deckhand.run(["call", "read", "path=a.txt"], folder);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("two");
    expect(out).not.toContain("\u001b");
  });

  it("reads the input from standard input", async () => {
    const { out } = await deckhand.run(
      ["call", "read", "--input", "-", "--json"],
      folder,
      '{"path":"a.txt","limit":1}',
    );
    expect(JSON.parse(out)).toMatchObject({ status: "ok" });
  });

  it("judges a command, and rows of a batch, from standard input", async () => {
    const one = await deckhand.run(["policy", "test", "-", "--json"], folder, "sudo ls\n");
    expect(JSON.parse(one.out)).toMatchObject({ command: "sudo ls", verdict: "deny" });
    const rows = '{"id":"a","command":"ls"}\nnonsense\n{"id":"b","url":"http://127.0.0.1/"}\n';
    for (const batch of [["--batch"], ["--batch", "-"]]) {
      const { code, out } = await deckhand.run(["policy", "test", ...batch], folder, rows);
      const answers = out.trim().split("\n");
      expect(code).toBe(0);
      expect(answers.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { id: "a", verdict: "allow" },
        { id: null, error: expect.any(String) },
        { id: "b", verdict: "deny" },
      ]);
    }
  });

  it("keeps what does not fit for a later process to read and to search", async () => {
    const many = Array.from({ length: 6000 }, (_, line) => `needle number ${line} in a haystack\n`).join("");
    const handle = await makeLocalContext(folder).state.results.keep(Buffer.from(many));
    const second = await deckhand.run(["call", "read", `path=${handle}`, "offset=3000", "limit=1"], folder);
    expect(second.out).toContain("needle number 2999 ");
    const third = await deckhand.run(["call", "grep", "pattern=number 4999 ", `path=${handle}`], folder);
    expect(third.out).toContain("number 4999 ");
  });

  it("ends with 130 when it is interrupted", async () => {
    const child = deckhand.start(["call", "read", "--input", "-"], folder);
    const printed = printedBy(child);
    await untilItReads(child);
    child.kill("SIGINT");
    expect((await printed).code).toBe(130);
  });

  it("says nothing when whoever reads its output leaves early", async () => {
    await writeFile(join(folder, "long.txt"), "line\n".repeat(100_000));
    const script = `"${process.execPath}" "${deckhand.main}" call read path=long.txt | head -n 1`;
    const { stderr } = await promisify(execFile)("sh", ["-c", script], { cwd: folder });
    expect(stderr).toBe("");
  });

  it("says that the folder it is started in is gone", async () => {
    const script = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${deckhand.main}" tools`;
    const failed = await promisify(execFile)("sh", ["-c", script], { cwd: folder }).catch((error) => error);
    expect(failed).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/folder you are in is gone\.\n.*--cwd/),
    });
  });

  it.skipIf(!existsSync("/dev/full"))("says in a line that its output cannot be written", async () => {
    const script = `"${process.execPath}" "${deckhand.main}" tools > /dev/full`;
    const failed = await promisify(execFile)("sh", ["-c", script], { cwd: folder }).catch((error) => error);
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: .*ENOSPC.*\n$/) });
  });

  it.skipIf(!needs("bash"))("completes commands, tools and fields in bash", async () => {
    const { out } = await deckhand.run(["completion", "bash"], folder);
    await writeFile(join(folder, "completion.bash"), out);
    const complete = async (...words: readonly string[]): Promise<string> => {
      const list = words.map((word) => `'${word}'`).join(" ");
      const script = `. ./completion.bash; COMP_WORDS=(deckhand ${list}); COMP_CWORD=${words.length}; _deckhand; echo "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)("bash", ["-c", script], { cwd: folder })).stdout.trim();
    };
    expect(await complete("to")).toBe("tools");
    expect(await complete("call", "no")).toBe("notebook");
    expect(await complete("call", "edit", "old")).toBe("oldText=");
    expect(await complete("tools", "--js")).toBe("--json");
  });
});

/** More than a pipe holds, so that it is gone only when somebody reads it. */
const MORE_THAN_A_PIPE = 8 * 1024 * 1024;

/** Waits until a process reads its input, and so has been set up. */
function untilItReads({ stdin }: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    stdin?.write(" ".repeat(MORE_THAN_A_PIPE), (error) => (error ? fail(error) : done()));
  });
}

describe.skipIf(!needs("tmux"))("the command line on a real terminal", () => {
  it("colours the catalogue, unless NO_COLOR says otherwise", async () => {
    const coloured = await onTerminal(`'${process.execPath}' '${deckhand.main}' tools`);
    expect(coloured).toContain("\u001b[1mgrep");
    const plain = await onTerminal(`NO_COLOR=1 '${process.execPath}' '${deckhand.main}' tools`);
    expect(plain).toContain("read");
    expect(plain).not.toContain("\u001b[1m");
  });

  it("makes invisible characters visible to a person", async () => {
    await writeFile(join(folder, "trick.txt"), "a\u202eb\u200bc\n");
    const shown = await onTerminal(`'${process.execPath}' '${deckhand.main}' call read path=trick.txt`);
    expect(shown).toContain("a<U+202E>b<U+200B>c");
  });

  it("shows that a long call is running, and takes the line away when it is interrupted", async () => {
    const screens: string[] = [];
    const end = await onTerminal(`'${process.execPath}' '${deckhand.main}' call read --input -`, (screen) => {
      screens.push(screen);
      return screen.includes("read 1 s") ? "C-c" : undefined;
    });
    expect(screens.some((screen) => screen.includes("read 1 s"))).toBe(true);
    expect(end).toContain("[ended 130]");
    expect(end).not.toContain("read 1 s");
  });
});

/** Runs a command in a terminal of its own and returns the screen with its colours, once the command has ended. */
async function onTerminal(
  command: string,
  answer: (screen: string) => string | undefined = () => undefined,
): Promise<string> {
  // A server that is just going away would take a client of the same socket with it.
  const socket = join(folder, randomUUID());
  const size = ["-x", "120", "-y", "40"];
  await tmux(socket, "new-session", "-d", ...size, `${command}; echo "[ended $?]"; sleep 60`);
  try {
    for (;;) {
      const screen = await tmux(socket, "capture-pane", "-p", "-e");
      if (screen.includes("[ended ")) return screen;
      const keys = answer(screen);
      if (keys !== undefined) await tmux(socket, "send-keys", keys);
      await new Promise((next) => setTimeout(next, 100));
    }
  } finally {
    await tmux(socket, "kill-server");
  }
}

async function tmux(socket: string, ...args: readonly string[]): Promise<string> {
  const all = ["-S", socket, "-f", "/dev/null", ...args];
  return (await promisify(execFile)("tmux", all, { cwd: folder })).stdout;
}
