import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalWidth, ControlStore } from "../../control/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { type CallOptions, type GovernSettings, openSession, type Session } from "../index.ts";

let root = "";
let workspace = "";
let store: ControlStore;
const opened: Session[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-turned-")));
  workspace = join(root, "ws");
  store = createMemoryStore();
  await mkdir(join(workspace, "notes"), { recursive: true });
  await mkdir(join(workspace, "src"));
  await mkdir(join(root, "out"));
  await symlink("notes", join(workspace, "link"));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(root, { recursive: true, force: true });
});

describe("a yes to a call", () => {
  it.each([
    ["once", "src"],
    ["session", "src"],
    ["session", "../out"],
  ] as const)("(%s) does not follow a link that was turned to %s since", async (width, target) => {
    const session = open({ trust: "L2" });
    const write = { path: "link/x.txt", content: "x" };
    const { approval } = await made(session, "write", write);
    await sayYes(width);
    await turn("link", target);
    expect(await made(session, "write", write)).toMatchObject({ error: { code: "needs_approval" } });
    expect(await made(session, "write", write, { approval: approval!.id })).toMatchObject({
      error: { code: "denied_trust", message: expect.stringContaining("other files") },
    });
    expect(await readdir(join(workspace, target))).toEqual([]);
    await turn("link", "notes");
    expect(await made(session, "write", write)).toMatchObject({ isError: false });
  });

  it("to look at another file is none to read a key", async () => {
    await writeFile(join(root, "out", "plain.txt"), "plain\n");
    await writeFile(join(root, "out", "id_rsa"), "hunter2\n");
    await turn("link", "../out/plain.txt");
    const session = open({ trust: "L2" });
    await made(session, "read", { path: "link" });
    await sayYes("session");
    await turn("link", "../out/id_rsa");
    const { output, error } = await made(session, "read", { path: "link" });
    expect(error?.code).toBe("needs_approval");
    expect(JSON.stringify(output)).not.toContain("hunter2");
  });

  it("to a rehearsal is none to the deed", async () => {
    await writeFile(join(workspace, ".env"), "KEY=1\n");
    const session = open({ trust: "L2" });
    const edit = { path: ".env", oldText: "KEY", newText: "YEK" };
    const { approval } = await made(session, "edit", edit, { dryRun: true });
    expect(approval?.preview).not.toContain("always allow edit to write");
    await sayYes("session");
    expect(await made(session, "edit", edit, { dryRun: true })).toMatchObject({ isError: false });
    expect(await made(session, "edit", edit)).toMatchObject({ error: { code: "needs_approval" } });
  });
});

describe("a search", () => {
  it("knows sensitive files below a link by where they really are", async () => {
    await mkdir(join(workspace, ".config", "gh"), { recursive: true });
    await writeFile(join(workspace, ".config", "gh", "hosts.yml"), "token: hunter2\n");
    await writeFile(join(workspace, ".config", "plain.txt"), "hunter2\n");
    await turn("link", ".config");
    for (const path of ["link", "link/", "./link/."]) {
      const { output } = await made(open({ trust: "L0" }), "grep", { pattern: "hunter2", path });
      expect(output).toContain("plain.txt");
      expect(output).not.toContain("token");
      expect(output).toContain("1 sensitive file with matches not shown");
    }
  });

  it("shows nothing of Deckhand's state, not even that it is there", async () => {
    await mkdir(join(root, "state"));
    await writeFile(join(root, "state", "note.json"), "hunter2\n");
    await writeFile(join(root, "out", "a.txt"), "hunter2\n");
    const { output } = await made(open({ trust: "L3" }), "grep", { pattern: "hunter2", path: ".." });
    expect(output).toContain("a.txt");
    expect(output).not.toContain("note.json");
    expect(output).not.toContain("sensitive");
  });
});

function open(govern: GovernSettings): Session {
  const session = openSession({
    cwd: workspace,
    stateFolder: join(root, "state"),
    name: "work",
    govern: { store, ...govern },
  });
  opened.push(session);
  return session;
}

function made(session: Session, name: string, input: unknown, options?: CallOptions) {
  return session.call({ id: "1", name, input }, options);
}

async function sayYes(width: ApprovalWidth): Promise<void> {
  const [waiting] = await store.approvals("waiting");
  await store.updateApproval({ ...waiting!, state: "approved", width, answeredBy: "me" }, "waiting");
}

async function turn(link: string, target: string): Promise<void> {
  await rm(join(workspace, link));
  await symlink(target, join(workspace, link));
}
