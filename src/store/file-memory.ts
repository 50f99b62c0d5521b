import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { MemoryStore } from "../deck/index.ts";
import { readIfThere } from "./read-if-there.ts";
import { writeWhole } from "./write-whole.ts";

/** A note that outlives the process; lines that several processes append at once are all kept. */
export function createFileMemory(file: string): MemoryStore {
  return {
    read: async () => ((await readIfThere(file)) ?? "").replace(/\n$/, ""),
    replace: (content) => writeWhole(file, content === "" ? "" : `${content}\n`),
    append: async (line) => {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(file, "a", 0o600);
      try {
        // One write at the end of the file: nobody else's line can come between.
        await handle.write(`${line}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}
