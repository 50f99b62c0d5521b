import { describe, expect, it } from "vitest";
import { createOverlayFs } from "../overlay/overlay-fs.ts";
import { loadBash } from "./load-bash.ts";
import { createMemoryFs } from "./memory-fs.ts";
import { createMemoryShell } from "./memory-shell.ts";

describe("createMemoryShell", () => {
  it("moves, copies, links, removes and lists the files of the Fs", async () => {
    const fs = createMemoryFs({ "/w/a.txt": "a\n", "/w/d/e/f.txt": "f\n" });
    const run = inFolder(fs);
    expect(await run("mv a.txt b.txt; cp b.txt c.txt; echo more >> c.txt; chmod 755 c.txt")).toBe("");
    expect(await fs.exists("/w/a.txt")).toBe(false);
    expect(await fs.readText("/w/c.txt")).toBe("a\nmore\n");
    expect((await fs.open("/w/c.txt")).mode).toBe(0o755);
    expect(await run("ln -s c.txt l; cat l; readlink l; [ -L l ] && [ -x c.txt ] && echo yes")).toBe(
      "a\nmore\nc.txt\nyes\n",
    );
    expect(await run("cp -r d g; rm -r d; mkdir -p p/q; rmdir p/q; find . -type f | sort; ls")).toBe(
      "./b.txt\n./c.txt\n./g/e/f.txt\nb.txt\nc.txt\ng\nl\np\n",
    );
    expect(await fs.readlink("/w/l")).toBe("c.txt");
  });

  it("complains as programs do, and loses nothing", async () => {
    const fs = createMemoryFs({ "/w/a": "a\n", "/w/d/x": "x\n" });
    const { stderr } = await createMemoryShell(fs, { cwd: "/w" }).exec(
      "cat nope; mkdir d; rmdir d; cd a; rm d; ln a hard; mv d d/inside; cat d; chmod 1 nope; cp d e",
    );
    expect(stderr.split("\n").filter((line) => line !== "")).toHaveLength(10);
    expect(stderr).toContain("cat: nope: No such file or directory");
    expect(await fs.readText("/w/a")).toBe("a\n");
    expect(await fs.readText("/w/d/x")).toBe("x\n");
  });

  it("passes bytes through unharmed", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
    const fs = createMemoryFs({ "/w/in": bytes });
    const shell = createMemoryShell(fs, { cwd: "/w" });
    await shell.exec("cat in > copied; cp in copy; cat > given", { input: bytes });
    for (const name of ["copied", "copy", "given"]) expect(await fs.readBytes(`/w/${name}`)).toEqual(bytes);
  });

  it("leaves none of its own files behind", async () => {
    const fs = createMemoryFs({}, { folders: ["/w"] });
    await inFolder(fs)("echo x > /dev/null; cat /dev/null; cat <(echo sub); diff <(echo a) <(echo b)");
    expect(await fs.readdir("/")).toEqual([{ name: "w", isDirectory: true }]);
    expect(await fs.readdir("/w")).toEqual([]);
  });

  it("a command fails where the Fs refuses, in a redirection too", async () => {
    const fs = createMemoryFs({ "/w/a": "a" }, { roots: ["/w"] });
    const shell = createMemoryShell(fs, { cwd: "/w" });
    const redirected = await shell.exec("echo x > /etc/passwd");
    expect(redirected.code).toBe(1);
    expect(redirected.stderr).toContain("outside the workspace");
    expect((await shell.exec("cp a /etc/passwd")).code).not.toBe(0);
    expect(await shell.exec("echo x > no/such")).toMatchObject({
      code: 1,
      stderr: "bash: ENOENT: no such file or directory, open '/w/no/such'\n",
    });
    expect(await shell.exec("\0")).toMatchObject({ code: 1, stdout: "" });
    expect(await fs.readdir("/w")).toHaveLength(1);
  });

  it("keeps the spaces of a here-document", async () => {
    const fs = createMemoryFs({}, { folders: ["/w"] });
    expect(await inFolder(fs)("cat <<'END'\n  two\n    four\nEND\n")).toBe("  two\n    four\n");
  });

  it("ends a loop that does nothing at the time limit", async () => {
    const result = await createMemoryShell(createMemoryFs()).exec("while true; do :; done", {
      timeoutMs: 50,
    });
    expect(result).toMatchObject({ code: null, signal: "SIGKILL", timedOut: true });
  });

  it("does not take a command's own exit code for a time limit", async () => {
    const result = await createMemoryShell(createMemoryFs()).exec("exit 124", { timeoutMs: 60_000 });
    expect(result).toEqual({ stdout: "", stderr: "", code: 124 });
  });

  it("refuses to start in a folder that is missing or a file", async () => {
    const shell = createMemoryShell(createMemoryFs({ "/a": "" }));
    await expect(shell.exec("pwd", { cwd: "/nope" })).rejects.toThrow(
      "ENOENT: no such file or directory, chdir '/nope'",
    );
    await expect(shell.exec("pwd", { cwd: "/a" })).rejects.toThrow("ENOTDIR");
    await expect(shell.spawn("pwd", { cwd: "/nope" })).rejects.toThrow("ENOENT");
  });

  it("gives every background process its own number, and tells which signal ended it", async () => {
    const shell = createMemoryShell(createMemoryFs());
    const [one, other] = await Promise.all([shell.spawn("sleep 60"), shell.spawn("sleep 60")]);
    expect(one.pid).not.toBe(other.pid);
    const ends = Promise.all(
      [one, other].map((handle) => new Promise((resolve) => void handle.onExit(resolve))),
    );
    one.kill("SIGINT");
    one.kill("SIGKILL");
    other.kill();
    expect(await ends).toEqual([
      { code: null, signal: "SIGINT" },
      { code: null, signal: "SIGTERM" },
    ]);
  });

  it("tries a command out on a stage, where dropping it undoes everything", async () => {
    const fs = createMemoryFs({ "/w/a.txt": "one\n", "/w/d/b.txt": "two\n" });
    const stage = createOverlayFs(fs);
    expect(await inFolder(stage)("sed -i s/one/1/ a.txt; mv d e; cat a.txt e/b.txt; ls")).toBe(
      "1\ntwo\na.txt\ne\n",
    );
    expect(stage.changes().map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      "update /w/a.txt",
      "delete /w/d",
      "delete /w/d/b.txt",
      "create /w/e",
      "create /w/e/b.txt",
    ]);
    stage.drop();
    expect(await inFolder(stage)("cat a.txt d/b.txt")).toBe("one\ntwo\n");
  });

  it("names the package to install where just-bash is missing", async () => {
    await expect(loadBash(() => Promise.reject(new Error("Cannot find package")))).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining("npm install just-bash"),
    });
  });
});

function inFolder(fs: Parameters<typeof createMemoryShell>[0]) {
  const shell = createMemoryShell(fs, { cwd: "/w" });
  return async (command: string) => {
    const { stdout, stderr } = await shell.exec(command);
    return stdout + stderr;
  };
}
