import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { type AskGit, createHostGit } from "../../backends/index.ts";
import { mentionsGit, mentionsStaging, readRepositoryFacts, UNKNOWN_REPOSITORY } from "./repository-facts.ts";

const KEY = "AKIAZ7Q4XK2MPLWN5RTB";

describe.skipIf(!needs("git"))("R270, R271: what is read of a repository", () => {
  let folder = "";
  let home = "";
  let ask: AskGit;

  beforeEach(async () => {
    const top = await realpath(await mkdtemp(join(tmpdir(), "deckhand-facts-")));
    [folder, home] = [join(top, "ws"), join(top, "home")];
    await Promise.all([mkdir(folder), mkdir(home)]);
    ask = createHostGit({ PATH: process.env["PATH"], HOME: home });
  });
  afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

  function git(...args: readonly string[]): string {
    const env = { PATH: process.env["PATH"], HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
    const own = ["-c", "user.name=Me", "-c", "user.email=me@example.com", "-c", "init.defaultBranch=work"];
    return execFileSync("git", [...own, ...args], {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  async function put(name: string, content = "plain\n"): Promise<void> {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), content);
  }

  it("tells the branch, the new files, the names and the root", async () => {
    git("init", "-q");
    await put("a.txt");
    await put("sub/ü b.txt");
    git("add", "a.txt");
    git("commit", "-qm", "first");
    git("tag", "v1");
    const facts = await readRepositoryFacts(join(folder, "sub"), ask);
    expect(facts).toMatchObject({
      root: folder,
      branch: "work",
      headPushed: false,
      untracked: ["sub/ü b.txt"],
      secrets: [],
      remotePush: [],
      refs: ["work", "v1"],
    });
  });

  it("knows a repository without commits, and one without a branch", async () => {
    git("init", "-q");
    expect(await readRepositoryFacts(folder, ask)).toMatchObject({ branch: "work", headPushed: false });
    git("commit", "-qm", "first", "--allow-empty");
    git("checkout", "-q", "--detach");
    expect((await readRepositoryFacts(folder, ask)).branch).toBeUndefined();
  });

  it("knows whether HEAD is on a remote, and what a push would send", async () => {
    git("init", "-q");
    git("commit", "-qm", "first", "--allow-empty");
    git("update-ref", "refs/remotes/origin/work", "HEAD");
    git("config", "remote.origin.push", "+refs/heads/*:refs/heads/*");
    git("config", "push.default", "upstream");
    git("config", "branch.work.merge", "refs/heads/main");
    expect(await readRepositoryFacts(folder, ask)).toMatchObject({
      headPushed: true,
      remotePush: ["+refs/heads/*:refs/heads/*", "HEAD:refs/heads/main"],
    });
    git("commit", "-qm", "second", "--allow-empty");
    expect(await readRepositoryFacts(folder, ask)).toMatchObject({ headPushed: false });
  });

  it("knows whose commit HEAD is, where it is known who works here", async () => {
    git("init", "-q");
    git("commit", "-qm", "first", "--allow-empty");
    expect((await readRepositoryFacts(folder, ask)).headIsOwn).toBeUndefined();
    await writeFile(join(home, ".gitconfig"), "[user]\n\temail = you@example.com\n");
    git("config", "user.email", "ME@example.com");
    expect((await readRepositoryFacts(folder, ask)).headIsOwn).toBe(true);
    git("commit", "-qm", "second", "--allow-empty", "--author", "You <you@example.com>");
    expect((await readRepositoryFacts(folder, ask)).headIsOwn).toBe(false);
  });

  it("finds secrets in staged, changed and new files, but none that were committed before", async () => {
    git("init", "-q");
    await put("old.ts", `const fixture = "${KEY}";\n`);
    await put("changed.ts");
    await put(".gitignore", "ignored\n");
    git("add", ".");
    git("commit", "-qm", "first");
    await put("old.ts", `const fixture = "${KEY}"; // moved\n`);
    await put("changed.ts", `${KEY}\n`);
    await put("staged.ts", `${KEY}\n`);
    git("add", "staged.ts");
    await put("staged.ts");
    await put("new/deep.ts", `${KEY}\n`);
    await put("ignored", `${KEY}\n`);
    await put(".env", "A=1\n");
    const { secrets } = await readRepositoryFacts(folder, ask);
    expect(secrets.map(({ path, state }) => `${state} ${path}`).toSorted()).toEqual([
      "changed changed.ts",
      "new .env",
      "new new/deep.ts",
      "staged staged.ts",
    ]);
    expect(secrets.find(({ path }) => path === "staged.ts")?.what).toBe("an issued key");
  });

  it("finds a secret that is staged before the first commit", async () => {
    git("init", "-q");
    await put("a.ts", `${KEY}\n`);
    git("add", "a.ts");
    expect((await readRepositoryFacts(folder, ask)).secrets).toMatchObject([
      { path: "a.ts", state: "staged" },
    ]);
  });

  it("says what a first add would take in where there is no repository yet, and leaves nothing behind", async () => {
    await put(".env", "A=1\n");
    await put("a.ts", `${KEY}\n`);
    await put("b.ts");
    const facts = await readRepositoryFacts(folder, ask);
    expect(facts).toMatchObject({ branch: undefined, headPushed: true, root: folder });
    expect(facts.untracked).toEqual([".env", "a.ts", "b.ts"]);
    expect(facts.secrets.map(({ path }) => path)).toEqual([".env", "a.ts"]);
    expect((await readdir(folder)).toSorted()).toEqual([".env", "a.ts", "b.ts"]);
  });

  it("is not held up or led astray by links, pipes and large files", async () => {
    git("init", "-q");
    spawnSync("mkfifo", [join(folder, "pipe")]);
    await symlink("/etc/passwd", join(folder, "link"));
    await put("large.txt", "x".repeat(2 * 1024 * 1024));
    await put("small.txt", `${KEY}\n`);
    const { secrets } = await readRepositoryFacts(folder, ask);
    expect(secrets.map(({ path }) => path)).toEqual(["small.txt"]);
  });

  it("runs no program that the repository names", async () => {
    const trap = join(home, "trap");
    await writeFile(trap, `#!/bin/sh\ntouch '${home}/ran'\ncat\n`);
    await chmod(trap, 0o755);
    git("init", "-q");
    await put("a.x", "one\n");
    git("add", ".");
    git("commit", "-qm", "first");
    await put(".gitattributes", "*.x filter=f=g diff=d merge=m\n");
    await put("a.x", "two\n");
    await put("b.x", "three\n");
    for (const [key, value] of [
      ["core.fsmonitor", trap],
      ["core.pager", trap],
      ["core.hooksPath", join(home, "hooks")],
      ["core.sshCommand", trap],
      ["core.askPass", trap],
      ["core.alternateRefsCommand", trap],
      ["diff.external", trap],
      ["diff.d.textconv", trap],
      ["diff.d.command", trap],
      ["filter.f=g.clean", trap],
      ["filter.f=g.smudge", trap],
      ["filter.f=g.process", trap],
      ["filter.f=g.required", "true"],
      ["log.showSignature", "true"],
      ["gpg.program", trap],
      ["credential.helper", `!${trap}`],
      ["extensions.partialClone", "evil"],
      ["remote.evil.promisor", "true"],
      ["remote.evil.url", `ext::${trap}`],
      ["protocol.ext.allow", "always"],
    ] as const) {
      git("config", key, value);
    }
    await mkdir(join(home, "hooks"));
    for (const hook of ["post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-commit"]) {
      await writeFile(join(home, "hooks", hook), `#!/bin/sh\ntouch '${home}/ran'\n`);
      await chmod(join(home, "hooks", hook), 0o755);
    }
    const facts = await readRepositoryFacts(folder, ask);
    expect(facts.untracked).toEqual([".gitattributes", "b.x"]);
    expect(existsSync(join(home, "ran"))).toBe(false);
    // The trap works: the same question without the guards springs it.
    spawnSync("git", ["status"], { cwd: folder, env: { PATH: process.env["PATH"], HOME: home } });
    expect(existsSync(join(home, "ran"))).toBe(true);
  });

  it("fetches nothing when an object is missing from a partial clone", async () => {
    const trap = join(home, "trap");
    await writeFile(trap, `#!/bin/sh\ntouch '${home}/ran'\n`);
    await chmod(trap, 0o755);
    git("init", "-q");
    await put("a.ts", `${KEY}\n`);
    git("add", "a.ts");
    git("config", "extensions.partialClone", "evil");
    git("config", "remote.evil.promisor", "true");
    git("config", "remote.evil.url", `ext::${trap}`);
    git("config", "protocol.ext.allow", "always");
    await rm(join(folder, ".git", "objects"), { recursive: true });
    await mkdir(join(folder, ".git", "objects"));
    await readRepositoryFacts(folder, ask);
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  it("does not run a git that lies in the workspace, and does not follow variables to another repository", async () => {
    git("init", "-q");
    await put("node_modules/.bin/git", `#!/bin/sh\ntouch '${home}/ran'\n`);
    await chmod(join(folder, "node_modules/.bin/git"), 0o755);
    const PATH = `${folder}/node_modules/.bin:.:${process.env["PATH"]}`;
    const cautious = createHostGit({
      PATH,
      HOME: home,
      GIT_DIR: "/nowhere",
      GIT_CONFIG_PARAMETERS: "'core.pager=x'",
    });
    expect((await readRepositoryFacts(folder, cautious)).branch).toBe("work");
    expect(existsSync(join(home, "ran"))).toBe(false);
  });

  it("does not take a bare repository in the workspace for one to work in", async () => {
    git("init", "-q", "--bare", "evil");
    expect((await readRepositoryFacts(join(folder, "evil"), ask)).branch).toBeUndefined();
  });

  it("answers with care when git does not answer", async () => {
    expect(await readRepositoryFacts(folder, deafTo(ask))).toEqual(UNKNOWN_REPOSITORY);
    const missing = createHostGit({ PATH: "/nowhere", HOME: home });
    expect(await readRepositoryFacts(folder, missing)).toEqual(UNKNOWN_REPOSITORY);
  });

  it("answers with care when only some questions are answered", async () => {
    git("init", "-q");
    git("commit", "-qm", "first", "--allow-empty");
    const facts = await readRepositoryFacts(folder, deafTo(ask, "for-each-ref", "ls-files"));
    expect(facts.headPushed).toBe(true);
    expect(facts.refs).toBeUndefined();
    expect(facts.secrets).toMatchObject([{ path: ".", state: "new" }]);
    expect((await readRepositoryFacts(folder, deafTo(ask, "cat-file"))).headPushed).toBe(true);
    const blind = await readRepositoryFacts(folder, deafTo(ask, "diff-index", "diff-files"));
    expect(blind.secrets.map(({ state }) => state)).toEqual(["staged", "changed"]);
  });

  it("looks into files only where that is wanted", async () => {
    git("init", "-q");
    await put("a.ts", `${KEY}\n`);
    expect((await readRepositoryFacts(folder, ask, { withSecrets: false })).secrets).toEqual([]);
    expect(mentionsStaging("git status")).toBe(false);
    expect(mentionsStaging("git a''dd .")).toBe(true);
    expect(mentionsStaging("git commit -m x")).toBe(true);
  });

  it("is asked only when a command may have to do with git", () => {
    expect(mentionsGit("git status")).toBe(true);
    expect(mentionsGit(`g"i"t status`)).toBe(true);
    expect(mentionsGit(String.raw`g\it status`)).toBe(true);
    expect(mentionsGit(String.raw`$'\x67it' status`)).toBe(true);
    expect(mentionsGit("g{i,}t status")).toBe(true);
    expect(mentionsGit("npm test")).toBe(false);
  });
});

/** A git that leaves these questions, or all of them, without an answer. */
function deafTo(ask: AskGit, ...commands: readonly string[]): AskGit {
  return (args, question) =>
    commands.length === 0 || commands.includes(args[0] ?? "")
      ? Promise.resolve({ code: null, stdout: Buffer.alloc(0), isCut: commands.length > 0 })
      : ask(args, question);
}
