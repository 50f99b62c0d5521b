import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  open as openFile,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { processesIn } from "../../../test/processes-in.ts";
import type { ShellExecResult } from "../../kernel/index.ts";
import { backendConformance } from "../conformance/index.ts";
import { createLocalFs } from "../local/local-fs.ts";
import { findMeans } from "./find-means.ts";
import { createGuard } from "./guard.ts";
import { bashInit } from "./lean-init.ts";
import { layOut } from "./sandbox-layout.ts";
import { standardLimits } from "./sandbox-limits.ts";
import { createSandboxShell } from "./sandbox-shell.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "./sandbox.ts";

let folder: string;
let ws: string;
let home: string;
let code: BuiltModule;
const opened: Sandbox[] = [];

beforeAll(async () => {
  code = await buildModule(join(import.meta.dirname, "sandbox.ts"));
});

afterAll(() => code.remove());

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-sandbox-")));
  ws = join(folder, "ws");
  home = join(folder, "home");
  for (const each of [ws, join(home, ".ssh")]) await mkdir(each, { recursive: true });
  await writeFile(join(home, ".ssh/id_rsa"), "SECRET\n");
});

afterEach(async () => {
  for (const sandbox of opened.splice(0)) sandbox.close();
  await rm(folder, { recursive: true });
});

function open(options: Partial<SandboxOptions> = {}): Sandbox {
  const sandbox = openSandbox({ cwd: ws, home, ...options });
  opened.push(sandbox);
  return sandbox;
}

function run(command: string, options: Partial<SandboxOptions> = {}): Promise<ShellExecResult> {
  return open(options).shell.exec(command, { timeoutMs: 10_000 });
}

describe.skipIf(!needs("bwrap"))("R151, R152: the sandbox keeps the contract of every seam", () => {
  backendConformance(
    "sandbox",
    async () => {
      const root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-sandbox-")));
      const sandbox = openSandbox({ cwd: root });
      return {
        root,
        symlink,
        fs: sandbox.fs,
        shell: sandbox.shell,
        close: async () => {
          sandbox.close();
          await rm(root, { recursive: true });
        },
      };
    },
    { test: it },
    { links: true, shell: true },
  );
});

describe.skipIf(!needs("bwrap"))("where there is no dash, the first process is bash", () => {
  backendConformance(
    "sandbox with bash",
    async () => {
      const root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-sandbox-")));
      const layout = layOut({ roots: [root], home: "/nowhere", hidden: [], readable: [], env: {} });
      const found = findMeans([root], standardLimits());
      if ("why" in found) throw new Error(found.why);
      const parts = {
        layout,
        means: { ...found, init: bashInit() },
        guard: createGuard([root], layout.home),
      };
      return {
        root,
        fs: createLocalFs({ roots: [root] }),
        shell: createSandboxShell(parts, { cwd: root }),
        close: async () => {
          parts.guard.close();
          found.budget?.close();
          await rm(root, { recursive: true });
        },
      };
    },
    { test: it },
    { shell: true },
  );
});

describe.skipIf(!needs("bwrap"))("a command in the sandbox", () => {
  it("R209, R224: the walls are tried once, and hold", async () => {
    const sandbox = open();
    expect(await sandbox.probe()).toEqual({ works: true });
    expect(sandbox.probe()).toBe(sandbox.probe());
  });

  it("R209: writes to the workspace and to further roots, and nowhere else", async () => {
    const more = join(folder, "more");
    await mkdir(more);
    const written = await run(
      `echo a > a; echo b > ${more}/b; for f in /etc/x /usr/x /x ${folder}/x /var/x; do echo x > $f; done; echo done`,
      { roots: [more] },
    );
    expect(written.stdout).toBe("done\n");
    expect(await readFile(join(ws, "a"), "utf8")).toBe("a\n");
    expect(await readFile(join(more, "b"), "utf8")).toBe("b\n");
    expect(
      ["/etc/x", "/usr/x", "/x", "/var/x", join(folder, "x")].filter((path) => existsSync(path)),
    ).toEqual([]);
  });

  it("has a home and a /tmp of its own, empty and gone afterwards", async () => {
    const seen = await run(
      `cat ~/.ssh/id_rsa; ls -A ~ ${tmpdir()} | wc -l; echo x > ~/x; echo x > /tmp/x; cat ~/x`,
    );
    expect(seen.stdout).not.toContain("SECRET");
    expect(seen.stdout.endsWith("x\n")).toBe(true);
    expect(await readdir(home)).toEqual([".ssh"]);
    expect((await run("cat /tmp/x")).code).toBe(1);
  });

  it("does not see what is hidden, be it in the workspace", async () => {
    await mkdir(join(folder, "state"));
    await writeFile(join(folder, "state/key"), "SECRET");
    await writeFile(join(ws, "token"), "SECRET");
    const hidden = [join(folder, "state"), join(ws, "token"), join(ws, "later")];
    const seen = await run(`cat token ${folder}/state/key; ls ${folder}/state; echo planted > later/x`, {
      hidden,
    });
    expect(seen.stdout).toBe("");
    expect(await readdir(join(ws, "later"))).toEqual([]);
  });

  it("a home that is the workspace keeps its secrets and start-up files", async () => {
    await writeFile(join(home, ".bashrc"), "mine\n");
    const command =
      "cat .ssh/id_rsa; for f in .bashrc .zshenv .ssh/x .config/deckhand/x; do echo evil >> $f; done; ls -A";
    await run(command, { cwd: home, hidden: [join(home, ".config/deckhand")] });
    opened.at(-1)?.close();
    expect((await readdir(home)).toSorted()).toEqual([".bashrc", ".config", ".ssh"]);
    expect(await readFile(join(home, ".bashrc"), "utf8")).toBe("mine\n");
    expect(await readdir(join(home, ".ssh"))).toEqual(["id_rsa"]);
  });

  it("has no capabilities, no way to get rights, and no other processes to look at", async () => {
    const status = await run(
      "grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status; ls /proc | grep -c '^[0-9]'",
    );
    expect(status.stdout).toMatch(/CapEff:\t0+\nCapBnd:\t0+\nNoNewPrivs:\t1\nSeccomp:\t2\n[1-6]\n/);
  });

  it("gets none of our environment that was not meant for it", async () => {
    process.env["DECKHAND_TEST_SECRET"] = "SECRET";
    try {
      const seen = await run("env; tr '\\0' '\\n' < /proc/1/environ", { env: { GIVEN: "given" } });
      expect(seen.stdout).not.toContain("SECRET");
      expect(seen.stdout).toContain("GIVEN=given\n");
      expect(seen.stdout).toContain(`HOME=${home}\n`);
    } finally {
      delete process.env["DECKHAND_TEST_SECRET"];
    }
  });

  it("is told to `ps` by nobody: neither its text nor its environment", async () => {
    const handle = await open().shell.spawn("sleep 30 # WORDS", { env: { TOKEN: "SECRET" } });
    try {
      expect(readFileSync(`/proc/${handle.pid}/cmdline`, "utf8")).not.toMatch(/WORDS|SECRET/);
      expect(readFileSync(`/proc/${handle.pid}/environ`, "utf8")).not.toMatch(/WORDS|SECRET/);
    } finally {
      handle.kill("SIGKILL");
      await new Promise((resolve) => handle.onExit(resolve));
    }
  });

  it.each([
    ["a command", { command: "true\0--bind\0/\0/\0", env: {} }],
    ["a variable", { command: "true", env: { X: "x\0--bind\0/\0/\0" } }],
  ])("cannot add to its own walls by a NUL in %s", async (_what, { command, env }) => {
    await expect(open().shell.exec(command, { env })).rejects.toThrow(/NUL byte/);
  });

  it("that is too long is told so, and one in a folder that is not there or not visible inside", async () => {
    const { shell } = open();
    await expect(shell.exec(`: ${"x".repeat(200_000)}`)).rejects.toThrow(/too long/);
    await expect(shell.exec("true", { cwd: join(folder, "nowhere") })).rejects.toThrow(/ENOENT/);
    await expect(shell.exec("true", { cwd: join(home, ".ssh") })).rejects.toThrow(
      /could not be set up.*chdir/,
    );
    await expect(shell.exec("true", { cwd: "/usr" })).resolves.toMatchObject({ code: 0 });
  });

  it("leaves no descriptor of ours open, however many are run", async () => {
    const sandbox = open();
    await sandbox.shell.exec("true");
    const before = (await readdir("/proc/self/fd")).length;
    for (let count = 0; count < 5; count += 1) await sandbox.shell.exec("true");
    expect((await readdir("/proc/self/fd")).length).toBeLessThanOrEqual(before);
  });

  it("gets no descriptor that this process was itself started with", async () => {
    const handle = await openFile(join(folder, "door"), "w");
    const command =
      "ls -l /proc/self/fd /proc/1/fd; for fd in /proc/self/fd/*; do echo through >&${fd##*/}; done";
    const program = `
      import { openSandbox } from ${JSON.stringify(code.path)};
      const sandbox = openSandbox({ cwd: ${JSON.stringify(ws)} });
      console.log((await sandbox.shell.exec(${JSON.stringify(command)})).stdout);
      sandbox.close();`;
    const stdio = [...Array.from({ length: 40 }, () => "ignore" as const), handle.fd];
    const host = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit", ...stdio],
    });
    await handle.close();
    expect(host.stdout.toString()).toContain("43 -> /dev/null");
    expect(host.stdout.toString()).not.toMatch(/shm|cgroup|door/);
    expect(await readFile(join(folder, "door"), "utf8")).toBe("");
  });
});

describe.skipIf(!needs("bwrap", "git"))("a repository in the sandbox", () => {
  beforeEach(() => {
    execFileSync("git", ["init", "-q", ws]);
    execFileSync("git", ["-C", ws, "config", "user.email", "a@example.org"]);
    execFileSync("git", ["-C", ws, "config", "user.name", "A"]);
  });

  it("can be worked in: commits, branches, stashes, worktrees", async () => {
    const worked = await run(
      "set -e; echo a > a; git add a; git commit -qm one; git checkout -qb b; echo b >> a; git stash -q; git stash pop -q;" +
        "git commit -qam two; git worktree add -q w; git gc -q; git log --oneline | wc -l; git status --short",
    );
    expect(worked).toMatchObject({ stdout: "2\n?? w/\n", code: 0 });
    opened.at(-1)?.close();
    expect(
      execFileSync("git", ["-C", ws, "log", "--oneline"], { encoding: "utf8" }).split("\n"),
    ).toHaveLength(3);
    expect(await readdir(join(ws, ".git"))).not.toContain("commondir");
  });

  it.each([
    "echo evil > .git/hooks/pre-commit",
    "git config core.fsmonitor evil",
    "mv .git g && git init",
    "rm -rf .git/hooks .git/config",
    "echo ../evil > .git/commondir",
    "echo evil > .git/config.worktree",
    "ln .git/config c && echo evil >> c",
    "mv .git/hooks h",
    "ln -sf ../../evil .git/hooks/pre-commit",
    "chmod 777 .git/config",
    "git worktree add -q w && echo evil > .git/config.lock && mv .git/config.lock .git/config",
  ])("keeps its settings and hooks from `%s`", async (command) => {
    const before = execFileSync("git", ["-C", ws, "config", "--list", "--show-origin"], { encoding: "utf8" });
    const hooks = await readdir(join(ws, ".git/hooks"));
    await run("git commit --allow-empty -qm x");
    const tried = await run(command);
    expect(tried.code).not.toBe(0);
    for (const sandbox of opened) sandbox.close();
    expect(execFileSync("git", ["-C", ws, "config", "--list", "--show-origin"], { encoding: "utf8" })).toBe(
      before,
    );
    expect(await readdir(join(ws, ".git/hooks"))).toEqual(hooks);
  });
});

describe.skipIf(!needs("bwrap"))("limits", () => {
  it("of a file, of memory and of open files end what exceeds them", async () => {
    const limits = { fileBytes: 1024 * 1024, openFiles: 64, dataBytes: 64 * 1024 * 1024 };
    const big = await run("head -c 2M /dev/zero > big; echo $?; ulimit -n; ulimit -c", { limits });
    expect(big.stdout).not.toMatch(/^0\n/);
    expect(big.stdout).toContain("64\n0\n");
    const greedy = await run("x=$(head -c 100M /dev/zero | tr '\\0' x); echo ${#x}", { limits });
    expect(greedy.stdout).not.toContain("104857600");
  });

  it("of private folders keep the machine's memory", async () => {
    const full = await run("head -c 4M /dev/zero > /tmp/x || head -c 4M /dev/zero > /dev/shm/x", {
      limits: { scratchBytes: 1024 * 1024 },
    });
    expect(full.stderr).toMatch(/No space left/);
  });

  it("of time hold when a call brings none of its own", async () => {
    const endless = await open({ limits: { wallMs: 300 } }).shell.exec("sleep 60");
    expect(endless.timedOut).toBe(true);
  });

  it("of processes hold, also for root where there are control groups", async () => {
    const crowd = await run("for i in $(seq 80); do sleep 5 & done 2>&1 | grep -ci retry", {
      limits: { processes: 40 },
    });
    if (process.getuid?.() === 0 && !existsSync("/sys/fs/cgroup/pids/tasks")) return;
    expect(crowd.stdout).not.toBe("0\n");
  });

  it("nothing is left when a command goes every way out", async () => {
    const command =
      "sleep 300 & setsid sleep 300 & (setsid sh -c 'trap \"\" TERM; sleep 300' &); disown -a; exit 3";
    const ended = await run(command);
    expect(ended).toMatchObject({ code: 3, leftRunning: expect.any(Number) as number });
    expect(processesIn(ws)).toEqual([]);
  });
});

it.skipIf(!needs("bwrap"))("a closed sandbox runs nothing, and closing it again does nothing", async () => {
  const sandbox = open();
  await sandbox.shell.exec("true");
  sandbox.close();
  sandbox.close();
  await expect(sandbox.shell.exec("true")).rejects.toThrow(/closed/);
});

describe("where there is no sandbox", () => {
  it.skipIf(!needs("bwrap"))(
    "R209, R224: nothing runs behind walls that were tried and do not hold",
    async () => {
      const sandbox = open({ limits: { openFiles: 3 } });
      expect(await sandbox.probe()).toMatchObject({ works: false });
      await expect(sandbox.shell.exec("touch ran")).rejects.toThrow(/cannot be run here/);
      await expect(sandbox.shell.spawn("touch ran")).rejects.toThrow(/cannot be run here/);
      expect(await readdir(ws)).not.toContain("ran");
    },
  );

  it("no command runs, and what is missing is named", async () => {
    const sandbox = open({ cwd: "/usr" });
    expect(await sandbox.probe()).toMatchObject({ works: false });
    await expect(sandbox.shell.exec("true")).rejects.toThrow(/cannot be run here/);
    await expect(sandbox.shell.spawn("true")).rejects.toThrow(/cannot be run here/);
  });
});
