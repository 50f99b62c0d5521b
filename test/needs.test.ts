import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { missing, needs } from "./needs.ts";

let folder = "";
const path = process.env["PATH"] ?? "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-needs-"));
  process.env["PATH"] = `${folder}${delimiter}${path}`;
});

afterEach(async () => {
  process.env["PATH"] = path;
  await rm(folder, { recursive: true });
});

it("finds an executable file on PATH", async () => {
  await writeFile(join(folder, "deckhand-probe"), "");
  await chmod(join(folder, "deckhand-probe"), 0o755);
  expect(needs("deckhand-probe")).toBe(true);
});

it("does not take a folder or a plain file for a program", async () => {
  await mkdir(join(folder, "deckhand-folder"));
  await writeFile(join(folder, "deckhand-plain"), "", { mode: 0o644 });
  expect(missing(["deckhand-folder", "deckhand-plain"])).toEqual(["deckhand-folder", "deckhand-plain"]);
});

it("names only what is missing", () => {
  expect(missing(["node", "deckhand-nowhere", "constructor"])).toEqual(["deckhand-nowhere", "constructor"]);
  expect(needs("node", "deckhand-nowhere")).toBe(false);
  expect(needs()).toBe(true);
});

it("knows whether the tests run as root", () => {
  expect(needs("root")).toBe(process.getuid?.() === 0);
});
