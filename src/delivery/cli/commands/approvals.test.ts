import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type RecordedWorkspace, recordedWorkspace } from "../../../../test/recorded-workspace.ts";
import { recordingTerminal } from "../../../../test/run-command-line.ts";
import { approvalsApprove, approvalsDeny, type DecideFlags } from "./approvals-decide.ts";

let workspace: RecordedWorkspace;

beforeEach(async () => {
  workspace = await recordedWorkspace();
});

afterEach(() => workspace.close());

const TOKEN = "a token of an operator";

describe("deckhand approvals list and show", () => {
  it("show what waits for a person, in full, with nothing hidden", async () => {
    const id = await question({ path: "n\u202e.txt", content: "\u001b[2Jx" });
    const { code, out } = await workspace.deckhand("approvals");
    expect(code).toBe(0);
    expect(out).toContain(id);
    const shown = await workspace.deckhand("approvals", "show", id.slice(-8));
    expect(shown.out).toContain("<U+202E>");
    for (const hidden of ["\u001b", "\u202e"]) expect(shown.out).not.toContain(hidden);
    expect((await workspace.deckhand("approvals", "list", "--json")).json()).toMatchObject({
      approvals: [{ id, state: "waiting", expires: expect.stringMatching(/Z$/), binding: { tool: "write" } }],
    });
    expect((await workspace.deckhand("approvals", "--session", "other", "--json")).json()).toEqual({
      approvals: [],
    });
  });

  it("are empty where nothing waits, and refuse an id of nothing", async () => {
    expect(await workspace.deckhand("approvals", "list")).toMatchObject({ code: 0, out: "" });
    expect(await workspace.deckhand("approvals", "show", "nothing")).toMatchObject({ code: 2 });
    await expect(readdir(workspace.stateFolder)).rejects.toThrow(/ENOENT/);
  });
});

describe("deciding", () => {
  it("takes a terminal or an operator's token", async () => {
    const id = await question();
    for (const decision of ["approve", "deny"]) {
      const { code, err } = await workspace.deckhand("approvals", decision, id);
      expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining("takes a terminal") });
    }
    expect(await stateOf(id)).toBe("waiting");
  });

  it("is nothing for a deckhand that a tool started, whatever it has", async () => {
    const id = await question();
    await keepToken();
    vi.stubEnv("DECKHAND_JOB", "0123456789abcdef");
    expect(await workspace.deckhand("approvals", "approve", id, "--yes")).toMatchObject({ code: 3 });
    expect((await atTerminal(approvalsApprove, id, "y\n")).failure).toMatch(/started by a tool/);
    expect(await stateOf(id)).toBe("waiting");
  });

  it("by token approves exactly the call that was asked about, once, and says so in the trail", async () => {
    const input = { path: "n.txt", content: "x" };
    const id = await question(input);
    await keepToken();
    const { code, json } = await workspace.deckhand("approvals", "approve", id, "--json");
    expect({ code, said: json() }).toMatchObject({
      code: 0,
      said: {
        status: "ok",
        approval: { id, state: "approved", width: "once", answeredBy: "operator token" },
      },
    });
    const at = { trust: "L2" } as const;
    expect(await workspace.call("write", { ...input, content: "y" }, at)).toMatchObject({ isError: true });
    expect(await workspace.call("write", input, at)).toMatchObject({ isError: false });
    expect((await workspace.deckhand("audit", "export")).out).toContain(
      `approved by operator token, once (${id})`,
    );
    expect(await workspace.deckhand("audit", "verify")).toMatchObject({ code: 0 });
  });

  it("by token denies, and what is decided stays decided", async () => {
    const id = await question();
    await keepToken();
    expect(await workspace.deckhand("approvals", "deny", id)).toMatchObject({
      code: 0,
      out: `denied ${id}\n`,
    });
    const { code, err } = await workspace.deckhand("approvals", "approve", id);
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining("already denied by operator"),
    });
    expect((await workspace.deckhand("approvals", "approve", id, "--json")).json()).toMatchObject({
      status: "error",
      approval: { state: "denied" },
    });
    expect((await workspace.deckhand("approvals", "list", "--all")).out).toContain("denied");
  });

  it.each([
    ["another token", TOKEN, "another token of mine", 0o600],
    ["a token that is too short", "short", "short", 0o600],
    ["a file that others may read", TOKEN, TOKEN, 0o644],
  ])("refuses %s", async (_what, given, kept, mode) => {
    const id = await question();
    await keepToken(given, kept, mode);
    expect(await workspace.deckhand("approvals", "approve", id)).toMatchObject({ code: 3 });
    expect(await stateOf(id)).toBe("waiting");
  });

  it("says of an expired, a spent and an unknown question what became of it", async () => {
    const id = await question();
    await keepToken();
    await workspace.tamper(async (store) => {
      const approval = await store.approval(id);
      await store.updateApproval({ ...approval!, expiresAt: 1 }, "waiting");
    });
    const { code, err } = await workspace.deckhand("approvals", "approve", id);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining("has expired") });
    expect(await workspace.deckhand("approvals", "approve", "nothing")).toMatchObject({ code: 2 });
  });

  it("goes as wide as it is told, where that is possible", async () => {
    await keepToken();
    const first = await question();
    expect(await workspace.deckhand("approvals", "approve", first, "--for-session")).toMatchObject({
      code: 0,
      out: `approved ${first} (session)\n`,
    });
    const second = await question({ path: "b.txt", content: "x" });
    expect(await workspace.deckhand("approvals", "approve", second, "--rule", "--for-session")).toMatchObject(
      {
        code: 2,
      },
    );
    expect(await workspace.deckhand("approvals", "approve", second, "--rule")).toMatchObject({
      code: 0,
      out: `approved ${second} (rule)\n`,
    });
    const third = await question({ path: "c.txt", content: "x" });
    await workspace.tamper(async (store) => {
      const { rule: _rule, ...approval } = (await store.approval(third))!;
      await store.updateApproval(approval, "waiting");
    });
    expect(await workspace.deckhand("approvals", "approve", third, "--rule")).toMatchObject({ code: 2 });
    expect(await stateOf(third)).toBe("waiting");
  });

  it("at a terminal shows the call and waits for a yes", async () => {
    const id = await question();
    const no = await atTerminal(approvalsApprove, id, "\n");
    expect(no.code).toBe(1);
    expect(no.err).toContain('path: "n.txt"');
    expect(await stateOf(id)).toBe("waiting");
    expect(await atTerminal(approvalsApprove, id, "\u0003")).toMatchObject({ code: 1 });
    expect((await atTerminal(approvalsApprove, id, "", { json: true })).failure).toMatch(/nobody is asked/);
    expect(await atTerminal(approvalsApprove, id, "y\n")).toMatchObject({ code: 0 });
    expect(await stateOf(id)).toBe("approved");
    const other = await question({ path: "b.txt", content: "x" });
    expect(await atTerminal(approvalsDeny, other, "")).toMatchObject({ code: 0 });
    expect(await stateOf(other)).toBe("denied");
  });
});

async function question(input: unknown = { path: "n.txt", content: "x" }): Promise<string> {
  const { approval } = await workspace.call("write", input, { trust: "L2" });
  expect(approval).toBeDefined();
  return approval?.id ?? "";
}

async function stateOf(id: string): Promise<unknown> {
  return (await workspace.deckhand("approvals", "show", id, "--json")).json()["state"];
}

async function keepToken(given = TOKEN, kept = given, mode = 0o600): Promise<void> {
  const file = join(workspace.stateFolder, "operator-token.sha256");
  await mkdir(workspace.stateFolder, { recursive: true });
  await writeFile(file, `${createHash("sha256").update(kept).digest("hex")}  -\n`);
  await chmod(file, mode);
  vi.stubEnv("DECKHAND_OPERATOR_TOKEN", given);
}

async function atTerminal(
  decide: typeof approvalsApprove,
  id: string,
  typed: string,
  flags: DecideFlags = {},
) {
  const { terminal, printed } = recordingTerminal();
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  input.write(typed);
  try {
    const code = await decide(id, { cwd: workspace.folder, ...flags }, terminal, { input, output });
    return { code, err: printed.err };
  } catch (error) {
    return { failure: String(error), err: printed.err };
  }
}
