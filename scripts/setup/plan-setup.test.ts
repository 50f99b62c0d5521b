import { expect, it } from "vitest";
import { planSetup } from "./plan-setup.mjs";
import { PROGRAMS } from "./programs.mjs";

const rg = { program: "rg", package: "ripgrep", why: "search" };
const unshare = { program: "unshare", package: "util-linux", why: "namespaces" };
const setpriv = { program: "setpriv", package: "util-linux", why: "users" };

const freshDebian = {
  missing: [unshare, rg, setpriv],
  hasApt: true,
  isRoot: true,
  hasSudo: false,
  isTerminal: false,
  yes: false,
  onlyCheck: false,
};

const aptGet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
const commands = [
  [...aptGet, "update"],
  [...aptGet, "install", "--yes", "--no-install-recommends", "ripgrep", "util-linux"],
];

it("installs each missing package once, after an update, unasked without a terminal", () => {
  expect(planSetup(freshDebian)).toEqual({ kind: "install", ask: false, commands });
});

it("asks first on a terminal, unless told yes", () => {
  expect(planSetup({ ...freshDebian, isTerminal: true })).toMatchObject({ kind: "install", ask: true });
  expect(planSetup({ ...freshDebian, isTerminal: true, yes: true })).toMatchObject({
    kind: "install",
    ask: false,
  });
});

it("does nothing when nothing is missing, and only lists when asked to check", () => {
  expect(planSetup({ ...freshDebian, missing: [] })).toEqual({ kind: "done" });
  expect(planSetup({ ...freshDebian, onlyCheck: true })).toEqual({ kind: "list" });
});

it("uses sudo where it is not root, without a password prompt nobody could answer", () => {
  const user = { ...freshDebian, isRoot: false, hasSudo: true };
  expect(planSetup(user)).toMatchObject({ commands: commands.map((words) => ["sudo", "-n", ...words]) });
  expect(planSetup({ ...user, isTerminal: true })).toMatchObject({
    commands: commands.map((words) => ["sudo", ...words]),
  });
});

it("prints the exact commands where it may not install", () => {
  expect(planSetup({ ...freshDebian, isRoot: false })).toEqual({ kind: "refuse", commands });
});

it("names the programs on a machine without apt-get", () => {
  expect(planSetup({ ...freshDebian, hasApt: false })).toEqual({
    kind: "advise",
    programs: ["unshare", "rg", "setpriv"],
  });
});

it("lists each program once, in order", () => {
  const programs = PROGRAMS.map(({ program }) => program);
  expect(programs).toEqual([...new Set(programs)].toSorted());
});
