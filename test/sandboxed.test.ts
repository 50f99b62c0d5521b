import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFixedBackend, makeLocalContext, openSandbox, type Sandbox } from "../src/backends/index.ts";
import { sandboxed } from "../src/control/index.ts";
import { defineTool, textResult } from "../src/kernel/index.ts";
import { bash } from "../src/tools/index.ts";
import { needs } from "./needs.ts";

let root: string;
let ws: string;
let sandbox: Sandbox;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-sandboxed-")));
  ws = join(root, "ws");
  await mkdir(ws);
  await writeFile(join(root, "outside"), "untouched\n");
  sandbox = openSandbox({ cwd: ws });
});

afterEach(async () => {
  sandbox.close();
  await rm(root, { recursive: true });
});

const call = (command: string) => ({ id: "c1", name: "bash", input: { command } });

describe.skipIf(!needs("bwrap"))("a sandboxed tool", () => {
  it("R209: runs under isolation, whatever the context it is given", async () => {
    const ctx = makeLocalContext(ws);
    const backends = createFixedBackend({ ...ctx, fs: sandbox.fs, shell: sandbox.shell });
    const inside = sandboxed(bash, { backends, trust: "L2" });
    const command = "echo inside > a; echo escaped > ../outside; cat a";
    const outcome = await inside.invoke(call(command), ctx);
    expect(outcome.output).toContain("inside");
    expect(await readFile(join(root, "outside"), "utf8")).toBe("untouched\n");
    await bash.invoke(call(command), ctx);
    expect(await readFile(join(root, "outside"), "utf8")).toBe("escaped\n");
  });

  it("R209: is isolated also when it starts the command itself, in the background", async () => {
    const tool = defineTool({
      name: "start",
      parameters: {},
      run: async (_input, { shell }) => {
        const handle = await shell.spawn("echo escaped > ../outside; touch ran");
        await new Promise((resolve) => handle.onExit(resolve));
        return textResult("done");
      },
    });
    const ctx = makeLocalContext(ws);
    const backends = createFixedBackend({ ...ctx, fs: sandbox.fs, shell: sandbox.shell });
    await sandboxed(tool, { backends, trust: "L2" }).invoke({ id: "c1", name: "start", input: {} }, ctx);
    expect(existsSync(join(ws, "ran"))).toBe(true);
    expect(await readFile(join(root, "outside"), "utf8")).toBe("untouched\n");
  });

  it("R224: bash on a context with a sandbox for its shell never reaches the machine", async () => {
    const ctx = makeLocalContext(ws, { shell: sandbox.shell, fs: sandbox.fs });
    await bash.invoke(call(`touch ran; echo escaped > ${root}/outside; rm ${root}/outside`), ctx);
    expect(existsSync(join(ws, "ran"))).toBe(true);
    expect(await readFile(join(root, "outside"), "utf8")).toBe("untouched\n");
  });
});

describe("where the sandbox does not hold", () => {
  it("R224: bash is refused with what would help", async () => {
    const broken = openSandbox({ cwd: "/etc" });
    const outcome = await bash.invoke(call("true"), makeLocalContext(ws, { shell: broken.shell }));
    expect(outcome.isError).toBe(true);
    expect(outcome.output).toContain("Commands cannot be run here");
  });
});
