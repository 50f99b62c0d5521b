import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { needs } from "../../../../test/needs.ts";
import { type Ran, runCommandLine } from "../../../../test/run-command-line.ts";

let folder = "";
let home = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-policy-"));
  home = await mkdtemp(join(tmpdir(), "deckhand-policy-home-"));
  vi.stubEnv("XDG_CONFIG_HOME", home);
  vi.stubEnv("XDG_STATE_HOME", join(home, "state"));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
});

function test(...args: readonly string[]): Promise<Ran> {
  return runCommandLine(folder, ["policy", "test", ...args]);
}

async function git(...args: readonly string[]): Promise<void> {
  await promisify(execFile)("git", args, { cwd: folder });
}

async function configure(config: unknown): Promise<void> {
  await mkdir(join(home, "deckhand"), { recursive: true });
  await writeFile(join(home, "deckhand", "config.json"), JSON.stringify(config));
}

describe("deckhand policy test COMMAND", () => {
  it("R274, R275: names the rule, the reason and the offending part, and judges each command in it", async () => {
    const { code, out } = await test("cd src && env X=1 sudo rm -rf / | cat");
    expect(code).toBe(0);
    expect(out).toMatch(/^deny {2}cd src && env X=1 sudo rm -rf \/ \| cat\n/);
    expect(out).toMatch(/rule +never\.privileges/);
    expect(out).toMatch(/why +it gains the rights of another user/);
    expect(out).toMatch(/in +.*sudo rm -rf \//);
    expect(out).toMatch(/VERDICT +COMMAND +RULE +WHY\nallow +cd src +harmless/);
    expect(out).toMatch(/At L2.*: it is refused\.\n {2}The command .* is never run/);
    const json = (await test("cd src && sudo ls", "--json")).json();
    expect(json).toMatchObject({
      command: "cd src && sudo ls",
      verdict: "deny",
      rule: "never.privileges",
      part: "sudo ls",
      consequence: { trust: "L2", outcome: "deny", containment: expect.stringMatching(/sandbox|missing/) },
    });
    expect(json["parts"]).toMatchObject([
      { part: "cd src", verdict: "allow" },
      { part: "sudo ls", verdict: "deny", rule: "never.privileges" },
    ]);
  });

  it("takes words with their flags, joined; flags in front are ours", async () => {
    expect((await test("rm", "-rf", "/", "--no-preserve-root", "--json")).json()).toMatchObject({
      command: "rm -rf / --no-preserve-root",
      verdict: "deny",
    });
    expect((await test("--json", "--", "git", "push", "--force", "origin", "main")).json()).toMatchObject({
      command: "git push --force origin main --cwd " + folder,
      verdict: "deny",
    });
    expect(await test("--jsn", "ls")).toMatchObject({ code: 2, err: expect.stringContaining("--jsn") });
  });

  it("says what it means at the session's level and with its walls", async () => {
    await configure({ sandbox: { enabled: false } });
    const consequence = async (...args: readonly string[]) =>
      (await test(...args, "--json")).json()["consequence"];
    expect(await consequence("ls")).toMatchObject({
      trust: "L2",
      containment: "waived",
      outcome: "allow",
      note: "sandbox: none",
    });
    expect(await consequence("frobnicate all")).toMatchObject({ outcome: "ask" });
    expect(await consequence("frobnicate all", "--trust", "L3")).toMatchObject({
      trust: "L3",
      outcome: "allow",
    });
    expect(await consequence("ls", "--trust", "L1")).toMatchObject({ trust: "L1", outcome: "deny" });
    const { out } = await test("ls");
    expect(out).toContain(
      "At L2, without a sandbox (the configuration waives it): it runs without a question.",
    );
  });

  it("R272: knows the programs and the rules of the user's file, strictest first, and who answers for them", async () => {
    const rule = {
      name: "house.no-docker",
      match: { program: "docker" },
      verdict: "deny",
      reason: "this house has no containers",
      examples: { matches: ["docker ps"], not: ["echo docker"] },
    };
    const standing = { tool: "bash", cwd: folder, when: [{ kind: "command", command: "nobody knows" }] };
    await configure({
      commands: { allowed: ["frobnicate"], rules: [rule] },
      rules: [standing],
      sandbox: { enabled: false },
    });
    expect((await test("frobnicate x", "--json")).json()).toMatchObject({ verdict: "allow" });
    expect((await test("pytest", "--json")).json()).not.toMatchObject({ verdict: "deny" });
    expect((await test("docker ps", "--json")).json()).toMatchObject({
      verdict: "deny",
      rule: "house.no-docker",
      reason: "this house has no containers",
    });
    const { out } = await test("nobody knows");
    expect(out).toContain("it runs without a question.");
    expect(out).toContain("by rule: In ");
    await configure({ commands: { rules: [{ ...rule, examples: { matches: ["podman ps"] } }] } });
    expect(await test("ls")).toMatchObject({ code: 2, err: expect.stringContaining("house.no-docker") });
  });

  it("takes the rules that the documentation shows", async () => {
    const [, shown = ""] = /```jsonc\n(.*?)```/s.exec(await readFile("docs/commands.md", "utf8")) ?? [];
    await mkdir(join(home, "deckhand"), { recursive: true });
    await writeFile(join(home, "deckhand", "config.json"), shown);
    for (const [command, verdict] of [
      ["timeout 5 docker login", "deny"],
      ["bosun check-all", "allow"],
      ["bosun deploy", "ask"],
      ["shipmate call", "allow"],
    ] as const) {
      expect((await test(command, "--json")).json()).toMatchObject({ command, verdict });
    }
  });

  it.skipIf(!needs("git"))("R270: consults the repository that is really there", async () => {
    await git("init", "-q", "-b", "main");
    expect((await test("git push -f", "--json")).json()).toMatchObject({ verdict: "deny" });
    await git("checkout", "-q", "-b", "work");
    expect((await test("git push -f", "--json")).json()).toMatchObject({
      verdict: "ask",
      rule: "git.force-push",
    });
  });

  it("shows a command without letting it act on the terminal", async () => {
    const { out } = await test("echo \u001b[2J\u202ex\r");
    for (const hidden of ["\u001b", "\u202e", "\r"]) expect(out).not.toContain(hidden);
  });

  it.each([
    [[]],
    [[""]],
    [["ls", "--url", "https://example.com/"]],
    [["--path", "a", "--op", "eat"]],
    [["ls", "--op", "read"]],
  ])("takes one thing to judge: %j", async (args) => {
    expect((await test(...args)).code).toBe(2);
  });
});

it.each([
  [["policy"], "Use policy test or policy simulate."],
  [["policy", "tset"], 'Did you mean "test"? Use test, simulate'],
])("%j is no command, and says which are", async (args, expected) => {
  const { code, err } = await runCommandLine(folder, args);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
});

describe("deckhand policy test --url", () => {
  it.each([
    ["https://example.com/", "allow", "url.public"],
    ["http://169.254.169.254/latest", "deny", "url.platform-endpoint"],
    ["https://example.com:22/", "ask", "url.port"],
    ["file:///etc/passwd", "deny", "url.scheme"],
  ])("judges %s by its text", async (url, verdict, rule) => {
    expect((await test("--url", url, "--json")).json()).toMatchObject({ url, verdict, rule });
  });

  it("knows the hosts of the configuration", async () => {
    await configure({ web: { allowHosts: ["docs.example.com"], allowPrivate: ["localhost:3000"] } });
    expect((await test("--url", "https://example.com/", "--json")).json()).toMatchObject({ verdict: "deny" });
    await configure({ web: { allowPrivate: ["localhost:3000"] } });
    expect((await test("--url", "http://localhost:3000/", "--json")).json()).toMatchObject({
      rule: "url.opened",
    });
  });
});

describe("deckhand policy test --path", () => {
  it.each([
    ["src/a.ts", "read", "allow", "harmless"],
    [".env", "read", "ask", "file.sensitive"],
    [".env.example", "read", "allow", "harmless"],
    [".git/config", "write", "deny", "file.protected"],
    [".git/config", "read", "allow", "harmless"],
    ["../other", "list", "ask", "file.outside"],
    ["a\nb", "create", "ask", "file.odd-name"],
    [".bashrc", "delete", "deny", "file.protected"],
  ])("judges %j to %s", async (path, op, verdict, rule) => {
    expect((await test("--path", path, "--op", op, "--json")).json()).toMatchObject({ verdict, rule });
  });

  it("follows links on this machine, changes nothing, and says what the level makes of it", async () => {
    await writeFile(join(folder, "k.pem"), "key\n");
    await symlink("k.pem", join(folder, "notes.txt"));
    const { out } = await test("--path", "notes.txt");
    expect(out).toMatch(/^ask {2}notes\.txt/);
    expect(out).toMatch(/leads to +.*k\.pem/);
    expect((await test("--path", "new.txt", "--op", "write", "--trust", "L1")).out).toContain(
      "At L1: it is refused.",
    );
    await expect(stat(join(folder, "new.txt"))).rejects.toThrow("ENOENT");
    expect(await readFile(join(folder, "k.pem"), "utf8")).toBe("key\n");
    const state = join(home, "state", "deckhand", "audit.key");
    expect((await test("--path", state, "--json")).json()).toMatchObject({ rule: "file.hidden" });
    const own = join(home, "deckhand", "config.json");
    expect((await test("--path", own, "--op", "write", "--json")).json()).toMatchObject({ verdict: "deny" });
  });
});
