import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import type { ShellExecResult } from "../../kernel/index.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

let folder: string;
let ws: string;
let outside: string;
const opened: Sandbox[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-tricks-")));
  ws = join(folder, "ws");
  outside = join(folder, "outside");
  for (const each of [ws, outside]) await mkdir(each);
});

afterEach(async () => {
  for (const sandbox of opened.splice(0)) sandbox.close();
  await rm(folder, { recursive: true });
});

/** What lies outside is shown for reading, as it would be anywhere but in the folder for temporary files. */
function open(options: Partial<SandboxOptions> = {}): Sandbox {
  const sandbox = openSandbox({ cwd: ws, home: join(folder, "home"), readable: [outside], ...options });
  opened.push(sandbox);
  return sandbox;
}

function run(command: string, sandbox: Sandbox): Promise<ShellExecResult> {
  return sandbox.shell.exec(command, { timeoutMs: 10_000 });
}

describe.skipIf(!needs("bwrap", "git", "perl"))("a link", () => {
  it("that a project brings in the place of Deckhand's scratch folder opens nothing", async () => {
    await mkdir(join(ws, ".deckhand"));
    await symlink("../../outside", join(ws, ".deckhand/scratch"));
    expect(await run(`echo x > ${outside}/x`, open())).toMatchObject({ code: 1 });
    expect(await readdir(outside)).toEqual([]);
  });

  it("that somebody has put where a repository was opens nothing", async () => {
    execFileSync("git", ["init", "-q", join(ws, "sub/repository")]);
    const sandbox = open();
    await run("true", sandbox);
    await rm(join(ws, "sub"), { recursive: true });
    await symlink("../outside", join(ws, "sub"));
    expect(await run(`echo x > ${outside}/x`, sandbox)).toMatchObject({ code: 1 });
    expect(await readdir(outside)).toEqual([]);
  });

  it("that a running command puts again and again where a repository is opens nothing", async () => {
    const sandbox = open({ readable: [] });
    const swap = `for (;;) { rename ".GIT", ".G1"; rename "l", ".GIT"; rename ".GIT", "l"; rename ".G1", ".GIT" }`;
    const prepare = `mkdir .GIT; : > .GIT/x; ln -s ${outside} l`;
    await writeFile(join(outside, "secret"), "OUTSIDE");
    const swapper = await sandbox.shell.spawn(`${prepare}; exec perl -e '${swap}'`);
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const tried = await run("cat .GIT/secret .G1/secret; touch .GIT/made .G1/made", sandbox).catch(String);
      expect(JSON.stringify(tried)).not.toContain("OUTSIDE");
    }
    swapper.kill("SIGKILL");
    await new Promise<void>((resolve) => void swapper.onExit(() => resolve()));
    expect(await readdir(outside)).toEqual(["secret"]);
  }, 60_000);

  it("of a person's home that leads into the workspace shows what lies there and nothing else", async () => {
    const home = join(folder, "home");
    await mkdir(join(home, ".ssh"), { recursive: true });
    await writeFile(join(home, ".ssh/id"), "SECRET\n");
    await writeFile(join(ws, "settings"), "[user]\n");
    await symlink("../ws/settings", join(home, ".gitconfig"));
    const sandbox = open();
    const first = await run("cat ~/.gitconfig; ln -sf ../home/.ssh/id settings", sandbox);
    expect(first).toMatchObject({ code: 0, stdout: "[user]\n" });
    expect((await run("cat ~/.gitconfig", sandbox)).stdout).toBe("");
  });

  it("of a person's home to elsewhere is followed, also while other commands run, and hides what is hidden there", async () => {
    const home = join(folder, "home");
    const hidden = join(outside, "hidden");
    for (const each of [home, hidden, join(outside, "bin")]) await mkdir(each, { recursive: true });
    await writeFile(join(hidden, "key"), "SECRET\n");
    await symlink("../outside", join(home, ".nvm"));
    const sandbox = open({ readable: [], hidden: [hidden] });
    const busy = await open().shell.spawn("sleep 60");
    expect(await run("ls ~/.nvm ~/.nvm/hidden", sandbox)).toMatchObject({
      stdout: `${home}/.nvm:\nbin\nhidden\n\n${home}/.nvm/hidden:\n`,
    });
    busy.kill("SIGKILL");
    await new Promise<void>((resolve) => void busy.onExit(() => resolve()));
  });

  it("that somebody has put where the workspace was is not followed", async () => {
    const sandbox = open();
    await run("true", sandbox);
    await rm(ws, { recursive: true });
    await symlink("outside", ws);
    await expect(run("echo x > x", sandbox)).rejects.toThrow(/has become a link/);
    expect(await readdir(outside)).toEqual([]);
  });
});

describe.skipIf(!needs("bwrap", "git"))("whoever renames a folder", () => {
  it("does not get at what is hidden in it, not even where a repository lies beside it", async () => {
    const state = join(ws, "a/b/state");
    await mkdir(state, { recursive: true });
    await writeFile(join(state, "key"), "SECRET\n");
    execFileSync("git", ["init", "-q", join(ws, "a/b/repository")]);
    const sandbox = open({ hidden: [state] });
    await run("mv a c; mv a/b a/c", sandbox);
    const { stdout, stderr } = await run("cat a/b/state/key c/b/state/key a/c/state/key", sandbox);
    expect(stdout).toBe("");
    expect(stderr).toContain("a/b/state/key: No such file");
    expect(await readdir(ws)).toContain("a");
  });

  it("does not put another home in the place of one", async () => {
    const home = join(ws, "people/me");
    await mkdir(home, { recursive: true });
    const files = [".bashrc", ".gitconfig", ".ssh/authorized_keys"];
    await run(
      `mv people p; mkdir -p people/me/.ssh; for f in ${files.join(" ")}; do echo x > people/me/$f; done`,
      open({ home }),
    );
    for (const sandbox of opened.splice(0)) sandbox.close();
    expect(await readdir(home)).toEqual([]);
  });

  it("does not exchange a repository, a submodule's or a worktree's records", async () => {
    for (const place of [".", "sub", "lib"]) execFileSync("git", ["init", "-q", join(ws, place)]);
    execFileSync("git", ["init", "-q", "--bare", join(ws, ".git/modules/lib")]);
    await mkdir(join(ws, ".git/worktrees/w"), { recursive: true });
    await writeFile(join(ws, ".git/worktrees/w/commondir"), "../..\n");
    const places = ["sub/.git/config", ".git/modules/lib/config", ".git/worktrees/w/commondir"];
    await run(
      `for f in sub .git/modules .git/modules/lib .git/worktrees .git/worktrees/w; do mv $f $f.old && cp -r $f.old $f; done; for f in ${places.join(" ")}; do echo EVIL >> $f; done`,
      open(),
    );
    for (const place of places) expect(await readFile(join(ws, place), "utf8")).not.toContain("EVIL");
  });
});

describe.skipIf(!needs("bwrap"))("what covers something", () => {
  it("is no place to fill the memory from, and neither is /dev", async () => {
    const state = join(ws, "state");
    await mkdir(state);
    const { stdout } = await run(
      `for d in ${state} /dev; do echo x > $d/x && echo reached; done; echo x > /dev/null && echo x > /dev/shm/x && echo done`,
      open({ hidden: [state] }),
    );
    expect(stdout).toBe("done\n");
    expect(existsSync(join(state, "x"))).toBe(false);
  });
});

describe.skipIf(!needs("bwrap", "git"))("a repository in the workspace, whatever it is called", () => {
  it("gets no settings for its worktree where git would read them", async () => {
    execFileSync("git", ["init", "-q", join(ws, "sub")]);
    const sandbox = open();
    expect(
      await run("echo x > sub/.git/config.worktree && rm sub/.git/config.worktree", sandbox),
    ).toMatchObject({ code: 0 });
    execFileSync("git", ["-C", join(ws, "sub"), "config", "extensions.worktreeConfig", "true"]);
    expect(await run("echo x > sub/.git/config.worktree", sandbox)).toMatchObject({ code: 1 });
  });

  it("is not waited for when it has a pipe where git keeps a setting", async () => {
    execFileSync("git", ["init", "-q", join(ws, "sub")]);
    execFileSync("mkfifo", [join(ws, "sub/.git/commondir")]);
    const sandbox = open();
    expect(await run("true", sandbox)).toMatchObject({ code: 0 });
    sandbox.close();
    expect(existsSync(join(ws, "sub/.git/commondir"))).toBe(true);
  });

  it.each([
    ["init -q sub", "sub/.git/commondir"],
    ["init -q --template= sub", "sub/.git/hooks/pre-commit"],
    ["init -q --separate-git-dir kept sub", "kept/commondir"],
    ["init -q --bare .git/modules/sub", ".git/modules/sub/commondir"],
  ])("made by git %s gets no %s", async (made, place) => {
    execFileSync("git", made.split(" "), { cwd: ws });
    const before = await readdir(dirname(join(ws, place)), { recursive: true }).catch(() => []);
    const sandbox = open();
    for (const attempt of [`echo x > ${place}`, `rm -f ${place}; echo x > ${place}`])
      expect(await run(attempt, sandbox)).toMatchObject({ code: 1 });
    sandbox.close();
    expect(await readdir(dirname(join(ws, place)), { recursive: true }).catch(() => [])).toEqual(before);
  });
});
