import { it } from "vitest";
import { backendConformance } from "../conformance/index.ts";
import { createMemoryFs } from "./memory-fs.ts";
import { createMemoryShell } from "./memory-shell.ts";

backendConformance(
  "memory",
  async () => {
    const fs = createMemoryFs({}, { folders: ["/workspace"] });
    return {
      fs,
      root: "/workspace",
      shell: createMemoryShell(fs),
      symlink: (target, path) => fs.symlink(target, path),
      close: () => Promise.resolve(),
    };
  },
  { test: it },
  { links: true, shell: true },
);
