import { describe, expect, it } from "vitest";
import { deckRows } from "../../deck/index.ts";
import { judgeMode } from "./judge-mode.ts";

describe("plan mode", () => {
  it("R324: refuses every tool of the deck that writes files, runs commands or calls elsewhere, and no other", async () => {
    const tools = await Promise.all(deckRows("all", { cwd: "/ws" }).map((row) => row.load()));
    const passing = tools.filter((tool) => judgeMode("plan", tool).verdict === "allow");
    const names = passing.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["read", "ls", "grep", "find", "glob", "websearch", "webfetch", "todo_read"]),
    );
    expect(names).toEqual(expect.arrayContaining(["todo_set", "todo", "memory"]));
    for (const name of ["write", "edit", "patch", "notebook", "bash", "process", "bg-process", "kill"]) {
      expect(names).not.toContain(name);
    }
    for (const name of ["task", "saas-action"]) expect(names).not.toContain(name);
  });

  it("R324: lets session writes and execute_mode pass", () => {
    expect(judgeMode("plan", { name: "execute_mode", effects: ["WRITES(session)"] }).verdict).toBe("allow");
  });

  it("R324: says what is refused and how to go on", () => {
    expect(judgeMode("plan", { name: "write", effects: ["WRITES(filesystem)"] })).toEqual({
      verdict: "deny",
      code: "denied_mode",
      reason: "write is refused in plan mode: WRITES(filesystem).",
      hint: expect.stringContaining("execute_mode") as string,
    });
  });

  it("refuses what a tool touches without declaring it", () => {
    const silent = { name: "addon", effects: [] };
    expect(judgeMode("plan", silent, [{ kind: "path", op: "create" }]).verdict).toBe("deny");
    expect(judgeMode("plan", silent, [{ kind: "command", op: "run" }]).verdict).toBe("deny");
    expect(judgeMode("plan", silent, [{ kind: "path", op: "read" }]).verdict).toBe("allow");
  });

  it("refuses nothing in execute mode", () => {
    expect(judgeMode("execute", { name: "bash", effects: ["CALLS(shell)"] })).toEqual({ verdict: "allow" });
  });
});
