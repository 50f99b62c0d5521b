import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { findProgram } from "../local/launch-line.ts";
import { MISPLACED, mountCheck } from "./mount-check.ts";
import { boundOntoItself, readMountTable } from "./mount-table.ts";

const TABLE = `
21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
22 21 8:2 /@home /home rw,relatime - btrfs /dev/sda2 rw
23 22 8:3 / /home/a\\040b rw - ext4 /dev/sda3 rw
24 21 0:30 / /sys/fs/cgroup ro - cgroup2 cgroup rw
`;

it("a path bound onto itself is the part of the device that lies there", () => {
  const table = readMountTable(TABLE);
  expect(boundOntoItself(table, "/srv/x")).toMatchObject({ device: "8:1", root: "/srv/x", place: "/srv/x" });
  expect(boundOntoItself(table, "/home/u/ws")).toMatchObject({ device: "8:2", root: "/@home/u/ws" });
  expect(boundOntoItself(table, "/home/a b/c")).toMatchObject({
    device: "8:3",
    root: "/c",
    place: String.raw`/home/a\040b/c`,
  });
  expect(boundOntoItself(table, "/home")).toMatchObject({ device: "8:2", root: "/@home", place: "/home" });
});

let folder = "";
let ws = "";

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "deckhand-mounts-")));
  ws = join(folder, "it's a ws");
  for (const name of ["out", "it's a ws/sub/.git", "it's a ws/other"])
    mkdirSync(join(folder, name), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the check where these were mounted beside what is always there. */
function checkedWith(...binds: readonly string[]): string {
  const layout = { writable: [ws], private: [folder], shown: [], hidden: [], home: folder };
  const guarded = { pinned: [join(ws, "sub")], readOnly: [join(ws, "sub/.git")] };
  const fixed = { layout, env: {}, bytes: new Uint8Array(), covers: new Uint8Array() };
  const script = mountCheck({ fixed, guarded, cwd: ws, isAlone: false });
  const line = [
    ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ["--tmpfs", folder, "--bind", ws, ws, "--bind", join(ws, "sub"), join(ws, "sub")],
    ["--ro-bind", join(ws, "sub/.git"), join(ws, "sub/.git"), ...binds],
    ["sh", "-c", `${script}\necho fine`],
  ];
  const { stdout, stderr } = spawnSync(findProgram("bwrap") ?? "", line.flat(), { encoding: "utf8" });
  return stdout + stderr;
}

describe.skipIf(!needs("bwrap"))("before a command begins", () => {
  it("what was meant to be there is", () => {
    expect(checkedWith()).toBe("fine\n");
    expect(checkedWith("--tmpfs", join(ws, "other"))).toBe("fine\n");
  });

  it("a folder from outside is found in the place of another, or in its own", () => {
    const out = join(folder, "out");
    for (const place of [join(ws, "sub"), join(ws, "other"), out, "/tmp"])
      expect(checkedWith("--bind", out, place)).toContain(MISPLACED);
    expect(checkedWith("--ro-bind", out, join(ws, "sub/.git"))).toContain(MISPLACED);
  });

  it("what is meant to be there once is found when it is laid over itself", () => {
    const repository = join(ws, "sub/.git");
    expect(checkedWith("--bind", repository, repository)).toContain(MISPLACED);
    expect(checkedWith("--bind", join(ws, "sub"), join(ws, "sub"))).toContain(MISPLACED);
    expect(checkedWith("--bind", "/etc", "/etc")).toContain(MISPLACED);
  });
});
