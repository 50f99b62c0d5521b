import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { MemoryStore } from "../deck/index.ts";
import { readIfThere } from "./read-if-there.ts";
import { withinReach } from "./within-reach.ts";
import { writeWhole } from "./write-whole.ts";

/** A note that outlives the process; lines that several processes append at once are all kept. */
export function createFileMemory(file: string): MemoryStore {
  return {
    read: async () => ((await readIfThere(file)) ?? "").replace(/\n$/, ""),
    replace: (content) => writeWhole(file, content === "" ? "" : `${content}\n`),
    append: (line) => withinReach(file, () => appendLine(file, line)),
  };
}

async function appendLine(file: string, line: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, "a+", 0o600);
  try {
    // One write at the end of the file: nobody else's line can come between.
    await handle.write(`${(await hasOpenLine(handle)) ? "\n" : ""}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A person who edits the note may leave its last line open. */
async function hasOpenLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== 0x0a;
}
