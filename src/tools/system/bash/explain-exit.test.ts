import { describe, expect, it } from "vitest";
import { explainExit } from "./explain-exit.ts";

function isError(command: string, code = 1, stderr = ""): boolean {
  return explainExit(command, { code, stderr }).isError;
}

describe("R335: exit 1 is an answer", () => {
  it.each([
    "grep x file",
    "cat file | grep -c x",
    "/usr/bin/grep 'a && b' file",
    "LC_ALL=C grep x file 2>/dev/null",
    "cd sub && rg x",
    "cd sub && echo 'looking;' && grep x file",
    "make; grep x log",
    "make || grep x log",
    "make && echo built; diff a b",
    "ls\ngrep x file",
    "make && echo built\ngrep x log",
    "make && echo built & pgrep -x make",
    "diff -u a b",
    "cmp a b",
    "test -f x",
    "[ -f x ]",
    "[[ a == b ]]",
    "git diff --exit-code",
    "git -C sub diff --quiet HEAD",
    "git grep x",
    "git check-ignore build",
    "git merge-base --is-ancestor a b",
    "git diff --no-index a b",
    "grep x file # make",
    'grep "$pattern" file',
    "grep x \\\n  file",
    "grep -q x file && echo found",
    "[ -f x ] && [ -f y ] && echo both",
    "false || grep -q x file && echo found",
    "A=1 B=2 && grep x file",
    "diff <(sort a) <(sort b | uniq)",
    "grep x <<< abc",
    'grep "$(head -1 "list (1)")" file',
    "grep `cat word` file",
    "time grep x file",
    "timeout 5s grep x file",
    "env -i A=1 nice -n 5 /bin/grep x file",
  ])("%s", (command) => {
    expect(isError(command)).toBe(false);
    expect(isError(command, 2)).toBe(true);
  });
});

describe("R335: exit 1 is an error", () => {
  it.each([
    "make",
    "npm test && grep x log",
    "npm test | tee log && test -f x",
    "set -e; make; grep x log",
    "set -o pipefail; make | grep x",
    "set -o errexit; make; grep x log",
    "set -x -eu; make; grep x log",
    "make || exit 1; grep x log",
    "cd sub || exit; grep x log",
    "grep x file && make",
    "grep x file && a=$(make)",
    "grep x file; a=$(make)",
    "timeout 5 make",
    "command",
    "grep x file | sort",
    "grep x file; false",
    "if grep x file; then exit 1; fi",
    "for f in *; do grep x $f; done",
    "function grep { false; }; grep x",
    "(grep x file; exit 1)",
    "grep $(make) file; (exit 1)",
    "bash -c 'grep x file'",
    "git diff",
    "git push",
    "cat <<EOF\ngrep x\nEOF",
    "grep 'unclosed",
    "! grep x file",
    "find . -name grep",
    "",
  ])("%s", (command) => {
    expect(isError(command)).toBe(true);
  });

  it("when something before it complained", () => {
    expect(isError("cd nowhere && grep x file", 1, "bash: cd: nowhere: No such file or directory")).toBe(
      true,
    );
  });
});

it("never takes long, whatever it is given", () => {
  for (const piece of ["'", '"', "\\", "$", "$(", "a ", "&", "<", ">", "#", "x=", "((", "`"]) {
    isError(`grep ${piece.repeat(20_000)}`);
    isError(`grep "${piece.repeat(20_000)}`);
  }
  expect(isError("grep")).toBe(false);
});
