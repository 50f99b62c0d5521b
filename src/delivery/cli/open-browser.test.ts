import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openBrowser, pageAddress } from "./open-browser.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-browser-"));
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it.each<[NodeJS.Platform, string, string]>([
  ["linux", "xdg-open", "https://a.example/?x=1&y=2"],
  ["darwin", "open", "https://a.example/?x=1&y=2"],
  ["win32", "rundll32", "url.dll,FileProtocolHandler https://a.example/?x=1&y=2"],
])("shows a page by the program of %s, without a shell between", async (platform, program, words) => {
  const file = join(folder, program);
  await writeFile(
    file,
    `#!/bin/sh\nprintf '%s' "$*" > '${folder}/new' && mv '${folder}/new' '${folder}/said'\n`,
  );
  await chmod(file, 0o755);
  expect(await openBrowser("https://a.example/?x=1&y=2", platform)).toBe(true);
  await vi.waitFor(async () => expect(await readFile(join(folder, "said"), "utf8")).toBe(words));
});

it("says that it cannot where there is no such program", async () => {
  vi.stubEnv("PATH", folder);
  expect(await openBrowser("https://a.example/", "linux")).toBe(false);
});

it("lets nothing in an address stand for something else", () => {
  expect(pageAddress("https://a.example/\u202e\u001b[2J x")).toMatch(/^https:\/\/a\.example\/[!-~]+$/);
  for (const url of ["file:///x", "ftp://a.example/", "-x", "data:text/html,x"]) {
    expect(() => pageAddress(url)).toThrow(/no page to sign in at/);
  }
});
