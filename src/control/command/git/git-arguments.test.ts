import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { array, assert, constantFrom, integer, nat, property } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../../test/needs.ts";
import type { Word } from "../simple-command.ts";
import { COMMITTING } from "./commands/committing.ts";
import { CONFIGURING } from "./commands/configuring.ts";
import { HISTORY } from "./commands/history.ts";
import { LOOKING } from "./commands/looking.ts";
import { NAMES } from "./commands/names.ts";
import { PUSHING } from "./commands/pushing.ts";
import { REMOTES } from "./commands/remotes.ts";
import { STORAGE } from "./commands/storage.ts";
import { WORK_TREE } from "./commands/work-tree.ts";
import { gitArguments, has, hasNo, valuesOf } from "./git-arguments.ts";
import type { GitCommands } from "./git-call.ts";
import { gitOptions } from "./git-options.ts";

const COMMANDS: GitCommands = {
  ...COMMITTING,
  ...CONFIGURING,
  ...HISTORY,
  ...LOOKING,
  ...NAMES,
  ...PUSHING,
  ...REMOTES,
  ...STORAGE,
  ...WORK_TREE,
};

const NONE = gitOptions("");

function argumentsOf(command: string, ...words: readonly (string | Word)[]): ReturnType<typeof gitArguments> {
  const whole = words.map((word) => (typeof word === "string" ? { text: word, source: word } : word));
  return gitArguments(whole, COMMANDS[command]?.options ?? NONE);
}

describe("R270: the grammar of git's options", () => {
  it("takes clusters apart as git does", () => {
    const args = argumentsOf("commit", "-anm", "text", "-S", "-Fx", "-uno", "file");
    expect(has(args, "all")).toBe(true);
    expect(hasNo(args, "verify")).toBe(true);
    expect(valuesOf(args, "message").map(({ text }) => text)).toEqual(["text"]);
    expect(valuesOf(args, "file").map(({ text }) => text)).toEqual(["x"]);
    expect(valuesOf(args, "untracked-files").map(({ text }) => text)).toEqual(["no"]);
    expect(args.operands.map(({ text }) => text)).toEqual(["file"]);
  });

  it("does not take values for options, nor what follows two dashes", () => {
    const args = argumentsOf("commit", "-m", "--no-verify", "--author", "-n", "--", "--amend", "-n");
    expect(has(args, "amend")).toBe(false);
    expect(hasNo(args, "verify")).toBe(false);
    expect(args.paths).toHaveLength(2);
    expect(has(argumentsOf("checkout", "--end-of-options", "--force"), "force")).toBe(false);
  });

  it("takes a beginning that means several options for all of them, and says that it is not sure", () => {
    const args = argumentsOf("commit", "--no-v");
    expect(hasNo(args, "verify")).toBe(true);
    expect(args.unknown).toHaveLength(1);
  });

  it("tells a computed word by its beginning, unless it may become several", () => {
    expect(argumentsOf("commit", computed('--author="$A"')).unclear).toEqual([]);
    expect(argumentsOf("commit", computed('-m"$A"')).unclear).toEqual([]);
    expect(argumentsOf("commit", computed('"$A"')).unclear).toHaveLength(1);
    expect(argumentsOf("commit", computed('--a"$A"')).unclear).toHaveLength(1);
    expect(argumentsOf("commit", "-m", computed("$A", true)).unclear).toHaveLength(1);
    expect(argumentsOf("commit", "-m", computed('"$A"')).unclear).toEqual([]);
    expect(argumentsOf("log", computed("$(git rev-parse HEAD)", true)).unclear).toEqual([]);
    expect(argumentsOf("log", computed("$(git rev-parse --output=x)", true)).unclear).toHaveLength(1);
    expect(argumentsOf("log", computed("$(git rev-parse HEAD; echo --output=x)", true)).unclear).toHaveLength(
      1,
    );
    expect(argumentsOf("log", "--", computed("$A", true)).unclear).toEqual([]);
  });

  it("finds a dangerous option wherever it stands among others, however it is shortened", () => {
    const harmless = constantFrom(
      ["-q"],
      ["-v"],
      ["-m", "-n"],
      ["--author", "--no-verify"],
      ["--date=now"],
      ["file"],
    );
    assert(
      property(
        array(harmless, { maxLength: 6 }),
        integer({ min: 6, max: 11 }),
        nat(),
        (words, length, seed) => {
          const at = seed % (words.length + 1);
          const option = "--no-verify".slice(0, Math.max(length, "--no-ver".length));
          const whole = [...words.slice(0, at).flat(), option, ...words.slice(at).flat()];
          expect(hasNo(argumentsOf("commit", ...whole), "verify")).toBe(true);
          expect(hasNo(argumentsOf("commit", ...words.flat()), "verify")).toBe(false);
        },
      ),
    );
  });
});

/** Those that tell nothing about their options, or are not there in every version. */
const SILENT: ReadonlySet<string> = new Set(["diff-pairs", "http-push"]);

/** Whether this git is none newer than the tables were held against; what is new is asked about. */
function isKnownGit(): boolean {
  const [, minor = ""] =
    /version 2\.(\d+)/.exec(spawnSync("git", ["version"], { encoding: "utf8" }).stdout) ?? [];
  return minor !== "" && Number(minor) <= 39;
}

describe.skipIf(!needs("git") || !isKnownGit())("R270: the options of this machine's git", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "deckhand-git-"));
    git("init", "-q");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function git(...args: readonly string[]): string {
    const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
    const { stdout, stderr } = spawnSync("git", args, { cwd: folder, env, encoding: "utf8" });
    return stdout + stderr;
  }

  const named = Object.entries(COMMANDS).filter(
    ([name, { options }]) => options !== undefined && !SILENT.has(name),
  );

  it.each(named.map(([name]) => name))("knows every long option of git %s", (name) => {
    const listed = git(name, "--git-completion-helper-all")
      .split(/\s+/)
      .filter((word) => /^--[a-z0-9]/.test(word));
    expect(listed.length).toBeGreaterThan(0);
    const table = COMMANDS[name]?.options ?? NONE;
    const missing = listed.filter((word) => !table.long.has(word.replaceAll(/^--|=$/g, "")));
    expect(missing).toEqual([]);
    const withValue = listed.filter((word) => word.endsWith("="));
    expect(withValue.filter((word) => table.long.get(word.slice(2, -1))?.option.takes === "nothing")).toEqual(
      [],
    );
  });

  it.each(named.map(([name]) => name))("knows every letter of git %s", (name) => {
    const pairs = [...git(name, "-h").matchAll(/^ +-(?!NUM)(\w)(?:, --(?:\[no-\])?([a-z0-9-]+))?([[ =]?)/gm)];
    const { short } = COMMANDS[name]?.options ?? NONE;
    const wrong = pairs.filter(([, letter = "", long]) => {
      const option = short.get(letter);
      if (option === undefined) return true;
      return long !== undefined && option.name !== long.replace(/^no-/, "");
    });
    expect(wrong.map(([whole]) => whole)).toEqual([]);
  });

  const DANGEROUS = [
    ["commit", "no-verify"],
    ["commit", "amend"],
    ["commit", "interactive"],
    ["push", "no-verify"],
    ["push", "force"],
    ["push", "force-with-lease"],
    ["push", "mirror"],
    ["push", "delete"],
    ["config", "unset"],
    ["reset", "hard"],
    ["rebase", "interactive"],
    ["grep", "open-files-in-pager"],
  ] as const;

  it.each(DANGEROUS)("understands every beginning of git %s --%s as git does", (name, option) => {
    const base = option.replace(/^no-/, "");
    const spellings = Array.from(option, (_, at) => option.slice(0, at + 1));
    // A beginning may itself be another option, as `--force` is.
    const own = spellings.filter(
      (spelling) => spelling === option || !COMMANDS[name]?.options?.long.has(spelling),
    );
    const beginnings = own.map((beginning) => {
      const said = git(name, `--${beginning}`, "--deckhand-a", "--deckhand-b");
      const args = argumentsOf(name, `--${beginning}`);
      const isMeant = args.options.some(
        (given) => given.name === base && given.negated === option.startsWith("no-"),
      );
      const isTaken = !said.includes(`unknown option \`${beginning}'`);
      const isDoubted = args.unknown.length > 0;
      return { beginning, isTaken, isMeant, isDoubted, isAmbiguous: said.includes("ambiguous option") };
    });
    expect(beginnings.filter(({ isTaken, isMeant }) => isTaken && !isMeant)).toEqual([]);
    expect(beginnings.filter(({ isAmbiguous, isDoubted }) => isAmbiguous && !isDoubted)).toEqual([]);
    expect(beginnings.at(-1)).toMatchObject({ isTaken: true, isMeant: true, isDoubted: false });
  });
});

function computed(source: string, isPattern?: true): Word {
  return { text: undefined, source, ...(isPattern && { isPattern }) };
}
