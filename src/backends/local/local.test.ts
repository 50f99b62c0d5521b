import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import { backendConformance } from "../conformance/index.ts";
import { createConfinement } from "./confinement.ts";
import { comparingWays } from "./descriptor-ways.ts";
import { createConfinedFs, createLocalFs } from "./local-fs.ts";
import { createLocalShell } from "./local-shell.ts";

async function openFolder() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-local-")));
  return { root, symlink, close: () => rm(root, { recursive: true }) };
}

describe("R151, R152: the local backend keeps the contract of every seam", () => {
  backendConformance(
    "local",
    async () => {
      const folder = await openFolder();
      const fs = createLocalFs({ roots: [folder.root] });
      return { ...folder, fs, shell: createLocalShell({ cwd: folder.root }) };
    },
    { test: it },
    { links: true, shell: true },
  );
});

describe("where there is no /proc, files keep the contract too", () => {
  backendConformance(
    "local without /proc",
    async () => {
      const folder = await openFolder();
      return { ...folder, fs: createConfinedFs(createConfinement([folder.root], comparingWays)) };
    },
    { test: it },
    { links: true },
  );
});
