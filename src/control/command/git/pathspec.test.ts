import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../../test/needs.ts";
import { pathspecOf } from "./pathspec.ts";

const FILES = [
  ".env",
  "a.ts",
  "b.env",
  "config/.env",
  "config/deep/x.pem",
  "src/a.ts",
  "src/[x].ts",
  "src2/a.ts",
];

const SPECS = [
  ["."],
  ["*"],
  ["*.env"],
  ["*env"],
  ["config"],
  ["config/"],
  ["config/*"],
  ["config/**"],
  ["**/*.pem"],
  ["src"],
  ["sr?"],
  ["src*"],
  ["src/[x].ts"],
  ["[a-c]*"],
  [":/"],
  [":/config"],
  [":(top)src"],
  [":(glob)config/*"],
  [":(icase)CONFIG"],
  [":(literal)src/[x].ts"],
  ["./config/../.env"],
  [".", ":!config"],
  [".", ":^*.env"],
  [":(exclude)config"],
  [":!config", "src"],
];

describe("R270: which files a path argument means", () => {
  it("looks at the shell's patterns as the shell does", () => {
    const covered = (text: string): readonly string[] => {
      const pathspec = pathspecOf([{ text, source: text, isPattern: true }], { root: "/ws", cwd: "/ws" });
      return FILES.filter((file) => pathspec.covers(file));
    };
    expect(covered("*")).toEqual(FILES.filter((file) => file !== ".env"));
    expect(covered(".e*")).toEqual([".env"]);
    expect(covered("config/*")).toEqual(["config/deep/x.pem"]);
    expect(covered("*.env")).toEqual(["b.env"]);
  });

  it("takes what cannot be told for everything", () => {
    const unknown = pathspecOf([{ text: undefined, source: '"$x"' }], { root: "/ws", cwd: "/ws" });
    const nowhere = pathspecOf([{ text: "a", source: "a" }], { root: "/ws", cwd: undefined });
    expect(FILES.every((file) => unknown.covers(file) && nowhere.covers(file))).toBe(true);
  });

  it("comes to an end with patterns made to take long", () => {
    const pathspec = pathspecOf([{ text: "*a".repeat(2_000), source: "" }], { root: "/ws", cwd: "/ws" });
    expect(pathspec.covers("a".repeat(1_000))).toBe(false);
  });

  describe.skipIf(!needs("git"))("held against git", () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "deckhand-pathspec-"));
      for (const file of FILES) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), "");
      }
      added(".", "init", "-q");
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    function added(from: string, ...args: readonly string[]): readonly string[] {
      const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1", LC_ALL: "C" };
      const { stdout } = spawnSync("git", args, { cwd: join(folder, from), env, encoding: "utf8" });
      return [...stdout.matchAll(/^add '(.*)'$/gm)].map(([, file = ""]) => file);
    }

    it.each(SPECS)("covers whatever git add takes in for %s", (...texts) => {
      for (const from of [".", "config"]) {
        const words = texts.map((text) => ({ text, source: text }));
        const pathspec = pathspecOf(words, { root: folder, cwd: join(folder, from) });
        const missed = added(from, "add", "-n", "--", ...texts).filter((file) => !pathspec.covers(file));
        expect(missed).toEqual([]);
      }
    });
  });
});
