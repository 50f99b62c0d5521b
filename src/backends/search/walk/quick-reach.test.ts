import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fs, SearchTally } from "../../../kernel/index.ts";
import { createLocalFs } from "../../local/local-fs.ts";
import { createQuickReach } from "./quick-reach.ts";
import { walkFiles } from "./walk-files.ts";

let base = "";
let ws = "";

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "deckhand-reach-"));
  ws = join(base, "ws");
  for (const [folder, name] of [
    ["ws", "inside.txt"],
    ["out", "outside.txt"],
  ] as const) {
    await mkdir(join(base, folder, "d/sub"), { recursive: true });
    await writeFile(join(base, folder, "d", name), "");
    await writeFile(join(base, folder, "d/sub", name), "");
  }
  await writeFile(join(ws, "d/.gitignore"), "nothing\n");
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function walked(fs: Fs, root = ws): Promise<{ paths: string[]; tally: SearchTally }> {
  const run = walkFiles(fs, { root }, new AbortController().signal, createQuickReach());
  const paths: string[] = [];
  for await (const { path } of run) paths.push(path);
  return { paths, tally: run.tally() };
}

async function exchange(): Promise<void> {
  await rename(join(ws, "d"), join(base, "moved"));
  await symlink(join(base, "out/d"), join(ws, "d"));
}

describe("a quick walk", () => {
  it("reaches everything below its root, also through a link to the root", async () => {
    await symlink(ws, join(base, "link"));
    const fs = createLocalFs({ roots: [ws] });
    const all = ["d", "d/.gitignore", "d/inside.txt", "d/sub", "d/sub/inside.txt"];
    expect(await walked(fs)).toMatchObject({ paths: all, tally: { unreadable: 0 } });
    expect(await walked(fs, join(base, "link"))).toMatchObject({ paths: all, tally: { unreadable: 0 } });
  });
});

describe.runIf(process.platform === "linux")(
  "R145: a quick walk while a folder is exchanged for a link",
  () => {
    it("does not list the folder that is a link by the time it comes there", async () => {
      const fs = createLocalFs({ roots: [ws] });
      const exchanging: Fs = {
        ...fs,
        readdir: async (path) => {
          const children = await fs.readdir(path);
          await exchange();
          return children;
        },
      };
      const { paths, tally } = await walked(exchanging);
      expect(paths).toEqual(["d"]);
      expect(tally.unreadable).toBe(1);
    });

    it("does not list a folder below one that is a link by the time it comes there", async () => {
      const fs = createLocalFs({ roots: [ws] });
      const exchanging: Fs = {
        ...fs,
        readText: async (path) => {
          const text = await fs.readText(path);
          if (path.endsWith("d/.gitignore")) await exchange();
          return text;
        },
      };
      const { paths, tally } = await walked(exchanging);
      expect(paths).toEqual(["d", "d/.gitignore", "d/inside.txt", "d/sub"]);
      expect(tally.unreadable).toBe(1);
    });

    it("does not walk a root that leads outside by then", async () => {
      const fs = createLocalFs({ roots: [ws] });
      const exchanging: Fs = {
        ...fs,
        readdir: async (path) => {
          const children = await fs.readdir(path);
          await exchange();
          return children;
        },
      };
      await expect(walked(exchanging, join(ws, "d"))).rejects.toThrow("outside the workspace");
    });
  },
);
