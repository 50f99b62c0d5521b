import assert from "node:assert/strict";
import type { ShellExit, ShellHandle } from "../../kernel/index.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { shellOf } from "./shell-cases.ts";

/** What `spawn` promises. */
export const spawnCases: readonly ConformanceCase[] = [
  {
    title: "spawn hands out a process and streams its output",
    run: async (subject) => {
      const chunks: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
      const handle = await shellOf(subject).spawn("echo out; echo err >&2; exit 4", {
        cwd: subject.root,
        onOutput: (stream, chunk) => {
          chunks[stream] += new TextDecoder().decode(chunk);
        },
      });
      assert.ok(Number.isInteger(handle.pid) && handle.pid > 0);
      assert.equal((await exitOf(handle)).code, 4);
      assert.deepEqual(chunks, { stdout: "out\n", stderr: "err\n" });
    },
  },
  {
    title: "each listener hears the exit exactly once, also a late one",
    run: async (subject) => {
      const handle = await shellOf(subject).spawn("exit 5", { cwd: subject.root });
      const heard: string[] = [];
      handle.onExit((exit) => heard.push(`early ${exit.code}`));
      await exitOf(handle);
      handle.onExit((exit) => heard.push(`late ${exit.code}`));
      await exitOf(handle);
      handle.kill();
      await exitOf(handle);
      assert.deepEqual(heard, ["early 5", "late 5"]);
    },
  },
  {
    title: "an unsubscribed listener hears nothing, a throwing one harms nobody",
    run: async (subject) => {
      const handle = await shellOf(subject).spawn("exit 0", { cwd: subject.root });
      const heard: string[] = [];
      const leave = handle.onExit(() => heard.push("left"));
      leave();
      leave();
      handle.onExit(() => {
        throw new Error("a listener's own mistake");
      });
      handle.onExit(() => heard.push("stayed"));
      await exitOf(handle);
      assert.deepEqual(heard, ["stayed"]);
    },
  },
  {
    title: "a spawned process can be killed",
    run: async (subject) => {
      const handle = await shellOf(subject).spawn("sleep 60", { cwd: subject.root });
      handle.kill("SIGKILL");
      const exit = await exitOf(handle);
      assert.notEqual(exit.code, 0);
    },
  },
  {
    title: "a process without open input sees its end, and refuses to be written to",
    run: async (subject) => {
      const handle = await shellOf(subject).spawn("cat; exit 6", { cwd: subject.root });
      await assert.rejects(handle.write("x"), /input/);
      handle.closeInput();
      assert.equal((await exitOf(handle)).code, 6);
    },
  },
  {
    title: "cancelling ends a spawned process",
    run: async (subject) => {
      const controller = new AbortController();
      const handle = await shellOf(subject).spawn("sleep 60", {
        cwd: subject.root,
        cancel: controller.signal,
      });
      controller.abort();
      assert.notEqual((await exitOf(handle)).code, 0);
    },
  },
];

function exitOf(handle: ShellHandle): Promise<ShellExit> {
  return new Promise((resolve) => {
    handle.onExit(resolve);
  });
}
