import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import { findProgram } from "../local/launch-line.ts";
import { MISPLACED, mountCheck } from "./mount-check.ts";
import type { ShownPlace } from "./sandbox-layout.ts";
import { boundOnto, readMountTable } from "./mount-table.ts";

const TABLE = `
21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
22 21 8:2 /@home /home rw,relatime - btrfs /dev/sda2 rw
23 22 8:3 / /home/a\\040b rw - ext4 /dev/sda3 rw
24 21 0:30 / /sys/fs/cgroup ro - cgroup2 cgroup rw
`;

it("a path bound onto itself is the part of the device that lies there", () => {
  const table = readMountTable(TABLE);
  expect(boundOnto(table, "/srv/x")).toMatchObject({ device: "8:1", root: "/srv/x", place: "/srv/x" });
  expect(boundOnto(table, "/home/u/ws")).toMatchObject({ device: "8:2", root: "/@home/u/ws" });
  expect(boundOnto(table, "/home/a b/c")).toMatchObject({
    device: "8:3",
    root: "/c",
    place: String.raw`/home/a\040b/c`,
  });
  expect(boundOnto(table, "/home")).toMatchObject({ device: "8:2", root: "/@home", place: "/home" });
});

it("a mount that was covered later is not what lies there", () => {
  const covered = "30 21 8:4 / /srv/ws rw - ext4\n31 30 8:5 / /srv/ws/in rw - ext4\n";
  const table = readMountTable(`${TABLE}${covered}32 30 8:6 /x /srv/ws rw - ext4\n`);
  expect(boundOnto(table, "/srv/ws/in")).toMatchObject({ device: "8:6", root: "/x/in" });
  const above = readMountTable(`${TABLE}${covered}32 21 8:6 / /srv rw - ext4\n`);
  expect(boundOnto(above, "/srv/ws/in")).toMatchObject({ device: "8:6", root: "/ws/in" });
});

it("the machine itself may come after what is mounted in it", () => {
  const [, first = "", ...others] = TABLE.split("\n");
  const table = readMountTable([...others, first].join("\n"));
  expect(boundOnto(table, "/home/u")).toMatchObject({ device: "8:2", root: "/@home/u" });
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

/** The verdict of the check on the table of a sandbox, where that of the machine is this one. */
function judged(machine: string, inside: string, shown: readonly ShownPlace[] = []): string {
  const layout = { writable: ["/ws"], private: ["/home"], shown, links: [], hidden: [], home: "/home/u" };
  const fixed = { layout, env: {}, bytes: new Uint8Array(), covers: new Uint8Array() };
  const guarded = { pinned: [], readOnly: [] };
  const script = mountCheck({ fixed, guarded, cwd: "/ws", isAlone: false }, machine);
  const table = join(folder, "table");
  writeFileSync(table, inside);
  const line = script.replace("/proc/self/mountinfo", quoted(table));
  const { stdout, stderr } = spawnSync("sh", ["-c", `${line}\necho fine`], { encoding: "utf8" });
  return stdout + stderr;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

const MACHINE = `
21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
22 21 0:5 / /dev rw - devtmpfs udev rw
23 21 0:21 / /proc rw - proc proc rw
`;

/** The machine for reading, as it is found inside, and after that what every sandbox has. */
const SANDBOX = `${MACHINE.replaceAll(" rw", " ro")}
31 22 0:50 / /dev ro - tmpfs tmpfs rw
32 31 0:5 /null /dev/null rw - devtmpfs udev rw
33 23 0:51 / /proc ro - proc proc rw
34 33 0:21 /sys /proc/sys ro - proc proc rw
35 21 0:52 / /home rw - tmpfs tmpfs rw
36 21 8:1 /ws /ws rw - ext4 /dev/sda1 rw
`;

describe("whatever is mounted on the machine", () => {
  it("is no reason to refuse, though it comes along twice, is covered or is out of reach", () => {
    expect(judged(MACHINE, SANDBOX)).toBe("fine\n");
    const found = "24 23 0:22 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n";
    const twice = SANDBOX.replace("35 21", `${found.replace(" rw", " ro").repeat(2)}35 21`);
    expect(judged(MACHINE + found, twice)).toBe("fine\n");
    const left = "25 21 0:23 / /mnt/a/b rw - tmpfs tmpfs rw\n26 21 0:24 / /mnt/a rw - tmpfs tmpfs rw\n";
    expect(judged(MACHINE + left, left + SANDBOX)).toBe("fine\n");
  });

  it("is not looked for in the line that starts a command, however much it is", () => {
    const many = Array.from(
      { length: 3_000 },
      (_, at) => `${at} 21 8:1 /x /mnt/${"x".repeat(80)}${at} rw -\n`,
    );
    expect(judged(MACHINE + many.join(""), many.join("") + SANDBOX)).toBe("fine\n");
  });

  it("is found in a place that it was not meant for, also when its own place has it already", () => {
    for (const line of ["8:1 / / ro", "8:1 /ws /ws rw", "8:1 /etc /ws/sub rw", "0:21 / /proc rw"])
      expect(judged(MACHINE, `${SANDBOX}40 21 ${line} -\n`)).toContain(MISPLACED);
    expect(judged(MACHINE, MACHINE)).not.toContain("fine");
  });
});

it("what a link of a person's leads to is meant to be seen in the place of the link, with what is mounted in it", () => {
  const shown = [{ path: "/home/u/.nvm", from: "/opt/nvm" }];
  const machine = `${MACHINE}27 21 0:30 / /opt/nvm/cache rw - tmpfs tmpfs rw\n`;
  const bound = "41 35 8:1 /opt/nvm /home/u/.nvm ro -\n42 35 0:30 / /home/u/.nvm/cache ro -\n";
  expect(judged(machine, SANDBOX + bound, shown)).toBe("fine\n");
  expect(judged(machine, SANDBOX + bound)).toContain(MISPLACED);
});

/** Runs the check where these were mounted beside what is always there. */
function checkedWith(...binds: readonly string[]): string {
  const layout = { writable: [ws], private: [folder], shown: [], links: [], hidden: [], home: folder };
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
