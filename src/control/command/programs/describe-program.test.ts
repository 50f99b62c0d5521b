import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../test/judged-otherwise.ts";
import { plainCommand } from "../../../../test/plain-command.ts";
import type { ProgramFacts, Surroundings } from "../program-facts.ts";
import { describeProgram } from "./describe-program.ts";

const SURROUNDINGS: Surroundings = {
  workspace: "/ws",
  home: "/home/u",
  repository: { branch: "work", headPushed: false, untracked: [], secrets: [], remotePush: [] },
  allowedCommands: ["deploytool"],
};

function factsOf(text: string): ProgramFacts | undefined {
  return describeProgram(plainCommand(text), SURROUNDINGS);
}

describe("describeProgram", () => {
  it("R273: sudo, chmod 777 and the disk are refused by name and by path", () => {
    const commands = [
      "sudo ls",
      "/usr/bin/sudo ls",
      "chmod 777 x",
      "/bin/chmod 0777 x",
      "/sbin/mkfs.ext4 x",
      "/usr/local/sbin/../bin/doas x",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("R273: sudo and chmod 777 are refused by what is known of them, without any rule", () => {
    for (const text of ["sudo ls", "/usr/bin/sudo ls", "su -c id", "chmod 777 x"]) {
      expect(factsOf(text)?.findings?.map(({ verdict }) => verdict)).toContain("deny");
    }
  });

  it("knows nothing of programs nobody told it about, or whose name is computed", () => {
    for (const text of [
      "frobnicate",
      "$x -rf /",
      "/bin/r? -rf /",
      "$(which rm) x",
      "RM -rf /",
      "constructor",
      "__proto__",
      "toString",
      "hasOwnProperty",
    ])
      expect({ text, facts: factsOf(text) }).toEqual({ text, facts: undefined });
  });

  it("lets programs through that the user's configuration adds, apart from the places they are given", () => {
    expect(factsOf("deploytool --fast")).toEqual({ reads: [], writes: [] });
    expect(factsOf("deploytool --log=/etc/x")?.writes).toMatchObject([{ text: "/etc/x" }]);
  });

  it("takes a path in the workspace for a file of the project, whatever its name", () => {
    expect(factsOf("./rm -rf x")?.runs).toMatchObject([{ kind: "file", path: { text: "./rm" } }]);
    expect(factsOf("./rm -rf x")?.deletes).toBeUndefined();
    expect(factsOf("/ws/bin/sudo ls")?.findings).toBeUndefined();
  });

  it("takes a path elsewhere, or among the packages, for what its name promises as well", () => {
    expect(factsOf("/opt/x/rm -rf /")).toMatchObject({ runs: [{ kind: "file" }], deletes: [{ text: "/" }] });
    expect(factsOf("node_modules/.bin/rimraf /")).toMatchObject({
      runs: [{ kind: "file" }],
      deletes: [{ text: "/" }],
    });
  });

  it("knows versions of interpreters and the loader by their names", () => {
    expect(factsOf("python3.12 -c x")?.runs).toEqual([{ kind: "code", language: "python" }]);
    expect(factsOf("/lib64/ld-linux-x86-64.so.2 /bin/rm -rf /")?.runs).toMatchObject([{ kind: "argv" }]);
    expect(factsOf("gcc-12 -o x y.c")).toBeDefined();
  });

  it("asks about options nobody knows, and still says what else is there", () => {
    expect(factsOf("rm --frobnicate -rf /")).toMatchObject({
      deletes: [{ text: "/" }],
      findings: [{ rule: "arguments.unknown" }],
    });
  });

  it("does nothing for a command without words", () => {
    expect(describeProgram(plainCommand("", { words: [] }), SURROUNDINGS)).toEqual({});
  });

  it("never throws, whatever the arguments", () => {
    const programs =
      "find sed awk tar curl ssh npm npx env xargs bash chmod cp rsync docker go make python node kill ps printf export dd jq rg uv".split(
        " ",
      );
    const args = string({ unit: constantFrom(..."-=/.{}$'\" aefoxzI0+:@,;\\[]*~".split("")), maxLength: 30 });
    assert(
      property(
        constantFrom(...programs),
        args,
        (name, rest) => void describeProgram(plainCommand(`${name} ${rest}`), SURROUNDINGS),
      ),
      { numRuns: 1000 },
    );
  });
});
