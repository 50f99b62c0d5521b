import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import type { Approval } from "../../control/index.ts";
import { type GovernSettings, openSession, type Session, type SessionOutcome } from "../index.ts";

let root = "";
let workspace = "";
let asked: Approval[] = [];
const opened: Session[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-commands-")));
  workspace = join(root, "ws");
  asked = [];
  await mkdir(workspace);
  await writeFile(join(workspace, "a.txt"), "one\n");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(root, { recursive: true, force: true });
});

describe.skipIf(!needs("bwrap"))("a command", () => {
  it("R224: runs in the sandbox by default, unasked where it is harmless", async () => {
    const outcome = await run("cat a.txt; echo two >> a.txt; wc -l a.txt");
    expect(outcome).toMatchObject({ isError: false });
    expect(outcome.output).toContain("2 a.txt");
    expect(await readFile(join(workspace, "a.txt"), "utf8")).toBe("one\ntwo\n");
    expect(asked).toEqual([]);
  });

  it("R224: stays in the sandbox by default, also when somebody said yes to more", async () => {
    await writeFile(join(root, "outside"), "untouched\n");
    await run("touch ran; echo escaped > ../outside", { trust: "L2" });
    expect(asked).toHaveLength(1);
    expect(await readdir(workspace)).toContain("ran");
    expect(await readFile(join(root, "outside"), "utf8")).toBe("untouched\n");
  });

  it("sees neither what Deckhand remembers nor the machine's processes", async () => {
    const state = join(root, "state");
    const { output } = await run(`find ${state} | wc -l; ls /proc | grep -c '^[0-9]'`, { trust: "L3" });
    const [remembered, processes] = [...String(output).matchAll(/^\d+$/gm)].map(Number);
    expect(await readdir(state)).toContain("audit.key");
    expect(remembered).toBe(0);
    expect(processes).toBeLessThan(8);
  });

  it("is judged by the user's rules; one whose examples are wrong is named, and the session closes all the same", async () => {
    const match = { program: "rm" };
    const bad = { name: "no-rm", match, verdict: "deny", examples: { matches: ["ls"] } } as const;
    const good = { ...bad, examples: { matches: ["rm x"] } };
    expect(await run("rm a.txt", { commands: { rules: [good] } })).toMatchObject({
      error: { code: "denied_policy", message: expect.stringContaining("no-rm") },
    });
    expect(await run("ls", { commands: { rules: [bad] } })).toMatchObject({
      error: { message: expect.stringContaining("no-rm") },
    });
    await Promise.all(opened.splice(0).map((session) => session.close()));
  });

  it("R275: that is never run is refused at every level, naming the rule and the part", async () => {
    for (const trust of ["L2", "L3"] as const) {
      expect(await run("echo hello && sudo rm x", { trust })).toMatchObject({
        error: {
          code: "denied_policy",
          message: expect.stringMatching(
            /: in "sudo rm x", it gains the rights of another user \(rule never\.privileges\)/,
          ),
        },
      });
    }
    expect(asked).toEqual([]);
  });

  it("R272: that is doubtful is asked about at L2, marked at L3 and refused below", async () => {
    expect(await run("some-unknown-program --flag", { trust: "L2" })).toMatchObject({ isError: true });
    expect(asked).toHaveLength(1);
    await run("some-unknown-program --flag", { trust: "L3" });
    expect(asked).toHaveLength(1);
    expect(await run("echo hi", { trust: "L1" })).toMatchObject({ error: { code: "denied_trust" } });
  });

  it.skipIf(!needs("git"))("R271: that commits shows the status afterwards", async () => {
    initRepository();
    git("add", "a.txt");
    await writeFile(join(workspace, "b.txt"), "not added\n");
    const { output, isError } = await run("git commit -q -m 'First words'");
    expect({ isError, output }).toEqual({
      isError: false,
      output: expect.stringMatching(/git status --short --branch\n## work\n\?\? b\.txt/),
    });
    expect(asked).toEqual([]);
  });

  it.skipIf(!needs("git"))("R270: that commits a secret, staged before or with it, is refused", async () => {
    initRepository();
    await writeFile(join(workspace, "a.txt"), "AKIAZ7Q4XK2MPLWN5RTB\n");
    const refused = { error: { message: expect.stringContaining("(rule git.commit-secret)") } };
    expect(await run("git add a.txt && git commit -q -m 'First words'")).toMatchObject(refused);
    git("add", "a.txt");
    expect(await run("git commit -q -m 'First words'")).toMatchObject(refused);
  });

  it.skipIf(!needs("git"))(
    "R270: that works in a repository within the repository is judged by that one",
    async () => {
      initRepository();
      const inner = join(workspace, "inner");
      await mkdir(inner);
      initRepository("main", inner);
      git("-C", "inner", "commit", "-q", "--allow-empty", "-m", "First words");
      git("-C", "inner", "update-ref", "refs/remotes/origin/main", "HEAD");
      await writeFile(join(inner, "a.txt"), "AKIAZ7Q4XK2MPLWN5RTB\n");
      for (const [command, rule] of [
        ["cd inner && git add a.txt", "git.commit-secret"],
        ["git -C inner add .", "git.commit-secret"],
        ["(cd inner && mkdir b && cd b && git add ..)", "git.commit-secret"],
        ["env -C inner sh -c 'git add -A'", "git.commit-secret"],
        ["git --git-dir inner/.git --work-tree inner add -A", "git.commit-secret"],
        ["echo AKIAZ7Q4XK2MPLWN5RTB > inner/b.txt; git -C inner add b.txt", "git.commit-secret"],
        ["cd inner && git commit --amend -q -m 'Other words'", "git.amend-pushed"],
        ["cd inner && git push -f", "git.force-push-main"],
      ] as const)
        expect({ command, ...(await run(command)) }).toMatchObject({
          command,
          error: { message: expect.stringContaining(`(rule ${rule})`) },
        });
      expect(await run("git add a.txt && git commit -q -m 'Outer words'")).toMatchObject({ isError: false });
    },
  );

  it.skipIf(!needs("git"))("R271: that commits is told how it is better done", async () => {
    initRepository();
    git("add", "a.txt");
    const { output, isError } = await run("git commit -q -m 'First words\n\nAnd more of them'");
    expect({ isError, output }).toEqual({ isError: false, output: expect.stringContaining("<<'EOF'") });
  });

  it.skipIf(!needs("git"))("R271: that commits in another folder shows the status from there", async () => {
    initRepository();
    git("add", "a.txt");
    await mkdir(join(workspace, "sub"));
    const { output } = await run("git commit -q -m 'First words'", {}, "sub");
    expect(output).toContain(`git -C '${workspace}/sub' status --short --branch`);
  });

  it("R274: is judged in the folder it runs in, also through a link", async () => {
    await mkdir(join(workspace, ".git/hooks"), { recursive: true });
    await symlink(join(workspace, ".git"), join(workspace, "link"));
    for (const cwd of [".git/hooks", "link/hooks", join(workspace, ".git/hooks")])
      expect(await run("echo evil > pre-commit", { trust: "L3" }, cwd)).toMatchObject({
        error: { message: expect.stringContaining("(rule file.protected)") },
      });
    expect(await run("cat ../a.txt", {}, ".git")).toMatchObject({ isError: false });
    expect(asked).toEqual([]);
  });

  it.skipIf(!needs("git"))("R271: that fails to commit shows no status", async () => {
    initRepository();
    const { output, isError } = await run("git commit -q -m 'Nothing was added'");
    expect(isError).toBe(true);
    expect(output).not.toContain("git status --short");
  });

  it.skipIf(!needs("curl"))("reaches a granted host, and says which one was not granted", async () => {
    const server = createServer((_request, response) => void response.end("granted"));
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    try {
      const { port } = server.address() as AddressInfo;
      const fetched = `curl -sS -m 20 http://127.0.0.1:${port}/ http://127.0.0.1:${port + 1}/`;
      const { output } = await run(fetched, { sandbox: { hosts: [`127.0.0.1:${port}`] } });
      expect(output).toContain("granted");
      expect(output).toContain(`[127.0.0.1 is not reached on port ${port + 1}`);
      expect(asked).toHaveLength(1);
    } finally {
      server.close();
    }
  });
});

function git(...args: readonly string[]): void {
  execFileSync("git", args, { cwd: workspace });
}

function initRepository(branch = "work", folder = workspace): void {
  git("init", "-q", "-b", branch, folder);
  git("-C", folder, "config", "user.name", "Somebody");
  git("-C", folder, "config", "user.email", "somebody@example.com");
}

async function run(command: string, govern: GovernSettings = {}, cwd?: string): Promise<SessionOutcome> {
  const session = openSession({
    cwd: workspace,
    stateFolder: join(root, "state"),
    govern: { approver, ...govern },
  });
  opened.push(session);
  return session.call({ id: "1", name: "bash", input: { command, cwd } });
}

const approver = {
  by: "test",
  ask: (approval: Approval) => {
    asked.push(approval);
    return Promise.resolve("once" as const);
  },
};
