import {
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSharedUse, createUserName, isOnlyUser } from "./shared-use.ts";

let folder: string;
let all: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "deckhand-shared-")));
  all = join(folder, "guards");
});

afterEach(() => rmSync(folder, { recursive: true }));

it("only the last user does the work", () => {
  const done: string[] = [];
  const [one, other] = [
    createSharedUse("/ws", createUserName(), all),
    createSharedUse("/ws", createUserName(), all),
  ];
  one.begin(() => done.push("one begins"));
  other.begin(() => done.push("other begins"));
  one.ifAlone(() => done.push("never"));
  one.end(() => done.push("never"));
  other.ifAlone(() => done.push("other alone"));
  other.end(() => done.push("other ends"));
  expect(done).toEqual(["one begins", "other begins", "other alone", "other ends"]);
  expect(readdirSync(folder)).toEqual([]);
});

it("what somebody else has put among the users is neither followed nor removed", () => {
  const victim = join(folder, "victim");
  mkdirSync(victim);
  writeFileSync(join(victim, "1-2-00000000"), "");
  const use = createSharedUse("/ws", createUserName(), all);
  use.begin(() => undefined);
  symlinkSync(victim, join(all, "0".repeat(32)));
  symlinkSync(victim, join(all, "link"));
  const [users = ""] = readdirSync(all).filter((name) => !name.startsWith("0") && name !== "link");
  writeFileSync(join(all, users, "a-b"), "");
  use.end(() => undefined);
  expect(readdirSync(victim)).toEqual(["1-2-00000000"]);
});

it("where turns cannot be had, nobody waits for one and nobody is the last", () => {
  writeFileSync(all, "a file, not a folder");
  const done: string[] = [];
  const use = createSharedUse("/ws", createUserName(), all);
  use.begin(() => done.push("begun"));
  use.ifAlone(() => done.push("alone"));
  use.end(() => done.push("ended"));
  expect(done).toEqual(["begun"]);
});

it("the only user of any folder knows that it is", () => {
  const [ours, theirs] = [createUserName(), createUserName()];
  expect(isOnlyUser(ours, all)).toBe(false);
  const [one, also] = [createSharedUse("/ws", ours, all), createSharedUse("/more", ours, all)];
  for (const use of [one, also]) use.begin(() => undefined);
  expect(isOnlyUser(ours, all)).toBe(true);
  const other = createSharedUse("/ws/below", theirs, all);
  other.begin(() => undefined);
  expect(isOnlyUser(ours, all)).toBe(false);
  other.end(() => undefined);
  expect(isOnlyUser(ours, all)).toBe(true);
  mkdirSync(join(folder, "deckhand-guards-other"));
  expect(isOnlyUser(ours, all)).toBe(false);
  rmSync(join(folder, "deckhand-guards-other"), { recursive: true });
  for (const use of [one, also]) use.end(() => undefined);
});
