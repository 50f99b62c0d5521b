import { expect, it } from "vitest";
import { lockProblems } from "./lock-problems.mjs";

const nothingInstalled = (): undefined => undefined;

it("finds nothing wrong with packages that only bring files", () => {
  const packages = {
    "": { hasInstallScript: true },
    "node_modules/plain": {},
    "node_modules/own": { resolved: "../own" },
  };
  expect(lockProblems(packages, () => ({ scripts: { test: "vitest", prepare: "tsc" } }))).toEqual([]);
});

it("names a package that the lock file marks, installed or not", () => {
  expect(lockProblems({ "node_modules/native": { hasInstallScript: true } }, nothingInstalled)).toEqual([
    "node_modules/native runs a script on install: marked in the lock file",
  ]);
});

it.each(["preinstall", "install", "postinstall"])("names an installed package with a %s script", (name) => {
  const problems = lockProblems({ "node_modules/a/node_modules/b": {} }, () => ({
    scripts: { [name]: "node x" },
  }));
  expect(problems).toEqual([`node_modules/a/node_modules/b runs a script on install: ${name}: node x`]);
});

it("names an installed package that npm would compile", () => {
  expect(lockProblems({ "node_modules/native": {} }, () => ({ gypfile: true }))).toEqual([
    "node_modules/native runs a script on install: node-gyp rebuild",
  ]);
});

it.each(["https://registry.example/a.tgz", "git+ssh://host.example/a.git"])(
  "names the host in %s",
  (resolved) => {
    expect(lockProblems({ "node_modules/a": { resolved } }, nothingInstalled)).toEqual([
      `node_modules/a names a registry: ${resolved}`,
    ]);
  },
);
