import { mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";
import { backendConformance } from "../conformance/index.ts";
import { createLocalFs } from "../local/local-fs.ts";
import { createMemoryFs } from "../memory/memory-fs.ts";
import { createMemoryShell } from "../memory/memory-shell.ts";
import { createOverlayFs } from "./overlay-fs.ts";

backendConformance(
  "overlay over memory",
  async () => {
    const lower = createMemoryFs({}, { folders: ["/workspace"] });
    const fs = createOverlayFs(lower);
    return {
      fs,
      root: "/workspace",
      shell: createMemoryShell(fs),
      // Links belong to the Fs below, and so must what they lead to.
      symlink: async (target, path) => {
        await fs.commit();
        await lower.symlink(target, path);
      },
      close: () => Promise.resolve(),
    };
  },
  { test: it },
  { links: true, shell: true },
);

backendConformance(
  "overlay over local",
  async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-overlay-")));
    const fs = createOverlayFs(createLocalFs({ roots: [root] }));
    return {
      fs,
      root,
      symlink: async (target, path) => {
        await fs.commit();
        await symlink(target, path);
      },
      close: () => rm(root, { recursive: true }),
    };
  },
  { test: it },
  { links: true },
);
