import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Fault, type ProgramSpec } from "../../kernel/index.ts";
import { findCommand } from "./find-command.ts";

let root: string;
let workspace: string;
let system: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-find-")));
  workspace = join(root, "ws");
  system = join(root, "system");
  for (const folder of [join(workspace, "bin"), system]) await mkdir(folder, { recursive: true });
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe("a bare name", () => {
  it("is the first program of that name on the PATH", async () => {
    const second = join(root, "second");
    await mkdir(second);
    await mkdir(join(system, "tool"));
    await plant(second, "tool");
    expect(find("tool", `${system}:${second}`).program).toBe(join(second, "tool"));
  });

  it.each([
    ["the workspace itself", () => workspace],
    ["a folder in it", () => join(workspace, "bin")],
    ["a link to it", () => join(root, "link")],
    ["a way through it and back", () => join(root, "system", "..", "ws")],
    ["the working directory, by its short name", () => "."],
    ["the working directory, by no name", () => ""],
    ["a relative folder", () => "bin"],
  ])("is never a program of the workspace, where the PATH begins with %s", async (_what, entry) => {
    await symlink(join(workspace, "bin"), join(root, "link"));
    for (const folder of [workspace, join(workspace, "bin"), system]) await plant(folder, "git");
    const found = find("git", `${entry()}:${system}`);
    expect(found).toEqual({ program: join(system, "git"), path: system });
  });

  it("that is only in the workspace is not found, and the hint says how to mean it", async () => {
    await plant(join(workspace, "bin"), "git");
    const fault = faultOf(() => find("git", `${join(workspace, "bin")}:${system}`));
    expect(fault).toMatchObject({ code: "not_found" });
    expect(fault.hint).toContain(join(workspace, "bin", "git"));
    expect(fault.hint).toContain(`Searched: ${system}.`);
  });

  it("that is a file nobody may execute is not found", async () => {
    await writeFile(join(system, "tool"), "");
    expect(faultOf(() => find("tool", system))).toMatchObject({ code: "not_found" });
  });

  it("that is not installed names what it comes with", () => {
    const fault = faultOf(() => find("npx", system));
    expect(fault.message).toContain('"npx"');
    expect(fault.hint).toContain("Node.js");
  });

  it.each(["npx -y server", "tool; touch x", "$(tool)", "tool|tee", "`tool`", "../x;tool"])(
    "is one name, whatever a shell would make of it: %s",
    async (command) => {
      await plant(system, "tool");
      const fault = faultOf(() => find(command, system));
      expect(fault).toMatchObject({ code: "not_found" });
      expect(fault.hint).toContain("without a shell");
    },
  );

  it("may hold any character, if there is such a program", async () => {
    await plant(system, "tool; touch x");
    expect(find("tool; touch x", system).program).toBe(join(system, "tool; touch x"));
  });

  it("is found nowhere without a PATH, and no PATH is made up", () => {
    expect(faultOf(() => findCommand(spec("ls", {})))).toMatchObject({ code: "not_found" });
    expect(findCommand(spec("/bin/sh", {})).path).toBeUndefined();
  });

  it("that is empty is no folder", () => {
    expect(faultOf(() => find("", system))).toMatchObject({ code: "not_found" });
  });
});

describe("a name with a slash", () => {
  it("is taken as it is, from the working directory", async () => {
    await plant(join(workspace, "bin"), "server");
    expect(find("bin/server", system).program).toBe(join(workspace, "bin", "server"));
    expect(find("./bin/server", system).program).toBe(join(workspace, "bin", "server"));
  });

  it("that leads to nothing is not found, and to a file that may not be executed unavailable", async () => {
    await writeFile(join(workspace, "notes"), "");
    expect(faultOf(() => find("./nothing", system))).toMatchObject({ code: "not_found" });
    expect(faultOf(() => find("./bin", system))).toMatchObject({ code: "not_found" });
    expect(faultOf(() => find("./notes", system))).toMatchObject({ code: "unavailable" });
  });
});

it("a working directory that is not there is named, not the program", () => {
  const cwd = join(root, "gone");
  const fault = faultOf(() => findCommand({ ...spec("sh", { PATH: "/bin" }), cwd }));
  expect(fault).toMatchObject({ code: "not_found", message: expect.stringContaining(cwd) });
});

async function plant(folder: string, name: string): Promise<void> {
  await writeFile(join(folder, name), "#!/bin/sh\n");
  await chmod(join(folder, name), 0o755);
}

function find(command: string, path: string) {
  return findCommand(spec(command, { PATH: path }));
}

function spec(command: string, env: Record<string, string>): ProgramSpec {
  return { command, args: [], cwd: workspace, env, untrusted: [workspace] };
}

function faultOf(call: () => unknown): Fault {
  try {
    call();
  } catch (error) {
    if (error instanceof Fault) return error;
  }
  throw new Error("no fault");
}
