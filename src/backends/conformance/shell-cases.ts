import assert from "node:assert/strict";
import type { Shell } from "../../kernel/index.ts";
import type { ConformanceCase, ConformanceSubject } from "./conformance-case.ts";

/** What `exec` promises. */
export const shellCases: readonly ConformanceCase[] = [
  {
    title: "exec captures both streams and the exit code",
    run: async (subject) => {
      const result = await shellOf(subject).exec("echo out; echo err >&2; exit 3", { cwd: subject.root });
      assert.deepEqual([result.stdout, result.stderr, result.code], ["out\n", "err\n", 3]);
      assert.notEqual(result.timedOut, true);
    },
  },
  {
    title: "exec sees the same files as the Fs, in the folder it is told",
    run: async (subject) => {
      const { fs, root } = subject;
      await fs.mkdir(`${root}/sub`);
      await fs.writeFile(`${root}/sub/a.txt`, "from fs\n");
      const result = await shellOf(subject).exec("cat a.txt; echo from shell > b.txt", {
        cwd: `${root}/sub`,
      });
      assert.equal(result.stdout, "from fs\n");
      assert.equal(await fs.readText(`${root}/sub/b.txt`), "from shell\n");
    },
  },
  {
    title: "exec adds to the environment",
    run: async (subject) => {
      const result = await shellOf(subject).exec('echo "$GREETING"', {
        cwd: subject.root,
        env: { GREETING: "hello $HOME" },
      });
      assert.equal(result.stdout, "hello $HOME\n");
    },
  },
  {
    title: "exec gives input, and without it standard input is at its end",
    run: async (subject) => {
      const shell = shellOf(subject);
      const given = await shell.exec("cat", { cwd: subject.root, input: "grüße\n" });
      assert.equal(given.stdout, "grüße\n");
      const none = await shell.exec("cat; echo done", { cwd: subject.root });
      assert.equal(none.stdout, "done\n");
    },
  },
  {
    title: "exec of an unknown program is a result with code 127",
    run: async (subject) => {
      const result = await shellOf(subject).exec("no-such-program-here", { cwd: subject.root });
      assert.equal(result.code, 127);
      assert.match(result.stderr, /not found/);
    },
  },
  {
    title: "exec ends at its time limit and says so",
    run: async (subject) => {
      const result = await shellOf(subject).exec("echo early; sleep 60; echo late", {
        cwd: subject.root,
        timeoutMs: 200,
      });
      assert.equal(result.timedOut, true);
      assert.ok(!result.stdout.includes("late"));
    },
  },
  {
    title: "exec that is cancelled rejects with the reason",
    run: async (subject) => {
      const reason = new Error("taken back");
      const controller = new AbortController();
      const running = shellOf(subject).exec("sleep 60", { cwd: subject.root, cancel: controller.signal });
      setTimeout(() => controller.abort(reason), 100);
      await assert.rejects(running, (error) => error === reason);
    },
  },
  {
    title: "exec that was cancelled beforehand never starts",
    run: async (subject) => {
      const reason = new Error("taken back");
      const cancel = AbortSignal.abort(reason);
      const running = shellOf(subject).exec("echo ran > ran.txt", { cwd: subject.root, cancel });
      await assert.rejects(running, (error) => error === reason);
      assert.equal(await subject.fs.exists(`${subject.root}/ran.txt`), false);
    },
  },
  {
    title: "exec keeps both ends of output that exceeds its bound and counts the rest",
    run: async (subject) => {
      const result = await shellOf(subject).exec("echo first; seq 1 2000; echo last", {
        cwd: subject.root,
        maxOutputBytes: 1_000,
      });
      assert.ok(result.stdout.startsWith("first\n1\n"));
      assert.ok(result.stdout.endsWith("2000\nlast\n"));
      assert.match(result.stdout, /\d+ bytes omitted/);
      assert.ok(Buffer.byteLength(result.stdout) < 1_200);
    },
  },
  {
    title: "exec passes on every byte it prints, and a listener's mistake harms nothing",
    run: async (subject) => {
      const heard: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
      const result = await shellOf(subject).exec("echo out; echo err >&2; seq 1 500; exit 3", {
        cwd: subject.root,
        maxOutputBytes: 0,
        onOutput: (stream, chunk) => {
          heard[stream] += new TextDecoder().decode(chunk);
          throw new Error("a listener's own mistake");
        },
      });
      assert.equal(result.code, 3);
      assert.equal(heard.stderr, "err\n");
      assert.ok(heard.stdout.startsWith("out\n1\n") && heard.stdout.endsWith("\n500\n"));
    },
  },
  {
    title: "two commands share neither folder nor variables",
    run: async (subject) => {
      const shell = shellOf(subject);
      await subject.fs.mkdir(`${subject.root}/sub`);
      await shell.exec("cd sub; KEPT=1; export KEPT", { cwd: subject.root });
      const result = await shell.exec('echo "[$KEPT]"; ls', { cwd: subject.root });
      assert.equal(result.stdout, "[]\nsub\n");
    },
  },
];

/** The shell of a subject that claims to have one. */
export function shellOf(subject: ConformanceSubject): Shell {
  assert.ok(subject.shell, "a subject with the `shell` capability offers `shell`");
  return subject.shell;
}
