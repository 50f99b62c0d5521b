import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createLocalShell } from "./local-shell.ts";
import { startedByTool } from "./started-by-tool.ts";

describe("a process that a tool started", () => {
  it("is told by the mark in its environment", async () => {
    expect(await startedByTool({ DECKHAND_JOB: "" }, 0)).toBe(true);
    expect(await startedByTool({ DECKHAND_SUPERVISED: "x" }, 0)).toBe(true);
    expect(await startedByTool({ PATH: "/bin" }, 0)).toBe(false);
  });

  it.skipIf(process.platform !== "linux")(
    "is told by its ancestors, though the mark was taken out",
    async () => {
      // Both of them shells that wait for a child: the outer one has the mark, the inner one has none.
      const outer = spawn("sh", ["-c", "env -u DECKHAND_JOB sh -c 'echo $$; read line; :'; :"], {
        env: { ...process.env, DECKHAND_JOB: "x" },
        stdio: ["pipe", "pipe", "inherit"],
      });
      try {
        const [pid] = (await once(outer.stdout, "data")) as [Buffer];
        expect(await startedByTool({}, Number(pid.toString()))).toBe(true);
      } finally {
        outer.stdin.end("\n");
        await once(outer, "close");
      }
    },
  );

  it("is every command of the shell", async () => {
    const shell = createLocalShell({ cwd: tmpdir() });
    const { stdout } = await shell.exec("env");
    const env = Object.fromEntries(stdout.split("\n").map((line) => line.split("=", 2) as [string, string]));
    expect(await startedByTool(env, 0)).toBe(true);
  });

  it("is not one whose parents are unknown", async () => {
    const { stdout } = await promisify(execFile)("sh", ["-c", "echo $$"]);
    expect(await startedByTool({}, Number(stdout))).toBe(false);
  });
});
