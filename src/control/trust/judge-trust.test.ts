import { describe, expect, it } from "vitest";
import { defineTool, textResult, type Touch, type TrustLevel, writes } from "../../kernel/index.ts";
import { bash, edit, patch, process, read, write } from "../../tools/index.ts";
import type { Decision } from "../decision.ts";
import { askAboutEveryCommand, type CommandVerdict } from "../policy/command-verdict.ts";
import { type ExaminedTouch, examineTouches } from "../policy/examine-touches.ts";
import { judgeTrust, type TrustQuestion } from "./judge-trust.ts";

const LINKS: Readonly<Record<string, string>> = {
  "/ws/.deckhand/scratch/out/a.txt": "/ws/src/a.txt",
  "/ws/.deckhand/scratch/loop": "",
};

async function examined(...touches: Touch[]): Promise<readonly ExaminedTouch[]> {
  return examineTouches(touches, {
    cwd: "/ws",
    realPath: async (path) => (LINKS[path] === "" ? undefined : (LINKS[path] ?? normal(path))),
    judgeCommand: askAboutEveryCommand,
    judgeUrl: () => ({ verdict: "block", rule: "malformed", reason: "it is not judged here" }),
  });
}

function normal(path: string): string {
  return new URL(path, "file:///").pathname;
}

function judged(current: TrustLevel, more: Partial<TrustQuestion> = {}) {
  const question = { current, tool: write, touches: [], safePaths: ["/ws/.deckhand/scratch"] };
  return judgeTrust({ ...question, containment: "sandbox", ...more });
}

describe("the trust gate", () => {
  it("R231: what is trusted enough is allowed", () => {
    expect(judged("L0", { tool: read })).toEqual({ verdict: "allow" });
    expect(judged("L2", { tool: read })).toEqual({ verdict: "allow" });
    expect(judged("L3", { tool: { ...read, name: "unknown" } })).toEqual({ verdict: "allow" });
  });

  it("R231, R232: at exactly L2 a tool that requires L2 is asked about, by name", () => {
    expect(judged("L2")).toEqual({ verdict: "ask", reason: expect.stringMatching(/^write needs/) as string });
    expect(judged("L2", { tool: edit })).toMatchObject({
      verdict: "ask",
      reason: expect.stringMatching(/^edit /),
    });
  });

  it("R233: at L3 the same tool runs unasked", () => {
    expect(judged("L3")).toEqual({ verdict: "allow" });
  });

  it.each(["L0", "L1"] as const)("R234: at %s a write is denied with the level and the path", (level) => {
    expect(judged(level)).toEqual({
      verdict: "deny",
      code: "denied_trust",
      reason: `Trust level ${level} insufficient for world.tools.file.write`,
      hint: expect.stringContaining("L2") as string,
    });
  });

  it("R234: an unlisted tool is denied below L3", () => {
    expect(judged("L2", { tool: { ...read, name: "unknown", path: "world.tools.unknown" } })).toMatchObject({
      reason: "Trust level L2 insufficient for world.tools.unknown",
    });
  });

  it("R236: judging a call never enters the tool's body", async () => {
    let entered = 0;
    const spy = defineTool({
      name: "write",
      path: "world.tools.file.write",
      parameters: { type: "object" },
      effects: [writes("filesystem")],
      trust: "L2",
      touches: () => [{ kind: "path", path: "a", op: "write" }],
      run: () => textResult(String((entered += 1))),
    });
    const touches = await examined(...(await spy.touches({})));
    expect(judged("L1", { tool: spy, touches }).verdict).toBe("deny");
    expect(judged("L2", { tool: spy, touches }).verdict).toBe("ask");
    expect(entered).toBe(0);
  });
});

async function below(path: string, op: "write" | "create" | "delete" = "write"): Promise<string> {
  return judged("L1", { touches: await examined({ kind: "path", path, op }) }).verdict;
}

describe("the safe path", () => {
  it("R235: at L1 writes below it are allowed, and elsewhere denied", async () => {
    expect(await below(".deckhand/scratch/a.txt")).toBe("allow");
    expect(await below("/ws/.deckhand/scratch/deep/er/a.txt", "create")).toBe("allow");
    expect(await below("src/a.txt")).toBe("deny");
    expect(await below(".deckhand/scratched/a.txt")).toBe("deny");
    expect(await below(".deckhand/scratch", "delete")).toBe("deny");
  });

  it("R235: dots and links do not make a place safe", async () => {
    expect(await below(".deckhand/scratch/../../src/a.txt")).toBe("deny");
    expect(await below("/ws/.deckhand/scratch/../a.txt")).toBe("deny");
    expect(await below(".deckhand/scratch/out/a.txt")).toBe("deny");
    expect(await below(".deckhand/scratch/loop")).toBe("deny");
  });

  it("R235: all that a call touches has to lie below it", async () => {
    const safe: Touch = { kind: "path", path: ".deckhand/scratch/a", op: "create" };
    const other: Touch = { kind: "path", path: "src/a", op: "delete" };
    expect(judged("L1", { tool: patch, touches: await examined(safe) }).verdict).toBe("allow");
    expect(judged("L1", { tool: patch, touches: await examined(safe, other) }).verdict).toBe("deny");
    expect(judged("L1", { tool: patch, touches: [] }).verdict).toBe("deny");
  });

  it("R235: at L0 nothing is written, and at L2 nobody is asked about a safe write", async () => {
    const touches = await examined({ kind: "path", path: ".deckhand/scratch/a", op: "write" });
    expect(judged("L0", { touches }).verdict).toBe("deny");
    expect(judged("L2", { touches })).toEqual({ verdict: "allow" });
  });

  it("R239: a tool that asks for more, or is not ours, gains nothing there", async () => {
    const touches = await examined({ kind: "path", path: ".deckhand/scratch/a", op: "write" });
    expect(judged("L2", { tool: { ...write, trust: "L3" }, touches }).verdict).toBe("deny");
    const remote = { ...write, name: "fs__write" };
    const standing = { consented: true, pinned: true };
    expect(judged("L1", { tool: remote, touches, standingOf: () => standing }).verdict).toBe("deny");
  });
});

function command(verdict: CommandVerdict["verdict"]): ExaminedTouch {
  return { kind: "command", command: "npm test", verdict: { verdict, rule: "r", reason: "so it is" } };
}

function run(current: TrustLevel, verdict: CommandVerdict["verdict"], hasSandbox = true): Decision {
  return judged(current, {
    tool: bash,
    touches: [command(verdict)],
    containment: hasSandbox ? "sandbox" : "missing",
  });
}

describe("the shell's own rule", () => {
  it("a denied command never runs, at any level", () => {
    for (const level of ["L0", "L1", "L2", "L3"] as const) {
      expect(run(level, "deny")).toMatchObject({ verdict: "deny", code: "denied_policy" });
      expect(run(level, "deny", false)).toMatchObject({ verdict: "deny", code: "denied_policy" });
    }
  });

  it("below L2 no command runs", () => {
    for (const level of ["L0", "L1"] as const) {
      expect(run(level, "allow")).toMatchObject({
        code: "denied_trust",
        reason: `Trust level ${level} insufficient for world.tools.system.bash`,
      });
      expect(run(level, "ask", false)).toMatchObject({ verdict: "deny" });
    }
  });

  it("an allowed command runs unasked at L2 and L3", () => {
    expect(run("L2", "allow")).toEqual({ verdict: "allow" });
    expect(run("L3", "allow")).toEqual({ verdict: "allow" });
  });

  it("a doubtful command is asked about at L2 and marked at L3", () => {
    const text = 'It runs "npm test": so it is (rule r).';
    expect(run("L2", "ask")).toEqual({ verdict: "ask", reason: text });
    expect(run("L3", "ask")).toEqual({ verdict: "allow", mark: text });
  });

  it("without a sandbox every command is asked about at L2 with a mark, and refused elsewhere", () => {
    expect(run("L2", "allow", false)).toMatchObject({ verdict: "ask", mark: "sandbox: none" });
    expect(run("L2", "ask", false)).toMatchObject({ verdict: "ask", mark: "sandbox: none" });
    expect(run("L3", "allow", false)).toMatchObject({
      verdict: "deny",
      hint: expect.stringContaining("bubblewrap"),
    });
  });

  it("looking after jobs runs nothing and is not asked about", () => {
    expect(judged("L2", { tool: process, containment: "missing" })).toEqual({ verdict: "allow" });
    expect(judged("L1", { tool: process }).verdict).toBe("deny");
  });

  it("a command of another tool is judged like any, on top of what that tool requires", () => {
    const addon = { ...bash, name: "run_it", path: "world.tools.run_it" as const };
    expect(judged("L2", { tool: addon, touches: [command("allow")] }).verdict).toBe("deny");
    expect(judged("L3", { tool: addon, touches: [command("deny")] }).verdict).toBe("deny");
    expect(judged("L3", { tool: addon, touches: [command("ask")] })).toMatchObject({
      mark: expect.any(String),
    });
  });

  it("without a command policy every command is asked about", async () => {
    const touches = await examined({ kind: "command", command: "ls", op: "run" });
    expect(judged("L2", { tool: bash, touches }).verdict).toBe("ask");
  });
});
