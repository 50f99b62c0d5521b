import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "../child.mjs";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";

const CLI = fileURLToPath(new URL("../../dist/delivery/cli/main.js", import.meta.url));

/** A whole `deckhand call read` in a fresh process, judged and recorded, against a Node that does nothing. */
export const coldStartLines = [
  {
    name: "cold deckhand call read, against node -e 0",
    measure: () =>
      inScratch(async (folder) => {
        const cwd = join(folder, "work");
        const env = { ...process.env, XDG_STATE_HOME: join(folder, "state") };
        await mkdir(cwd);
        await writeFile(join(cwd, "a.txt"), "one\ntwo\nthree\n");
        const ours = async () => {
          const { code } = await runChild(process.execPath, [CLI, "call", "read", "path=a.txt"], {
            cwd,
            env,
          });
          if (code !== 0) throw new Error(`deckhand call read exited ${code}`);
        };
        const peer = () => runChild(process.execPath, ["-e", "0"], { cwd });
        return { ...(await compare(ours, peer, { rounds: 21 })), limit: 4 };
      }),
  },
];
