import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Anchor, AuditHead } from "../control/index.ts";
import { readIfThere } from "./read-if-there.ts";
import { writeWhole } from "./write-whole.ts";

/** Keeps the end of a trail in a file of its own. */
export function createFileAnchor(file: string): Anchor {
  const read = async (): Promise<AuditHead | undefined> => parseHead(await readIfThere(file));
  return {
    read,
    write: async (head) => {
      // Another process may write an older one at the same moment: look again until the newest stands.
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const kept = await read();
        if (kept !== undefined && kept.records >= head.records) return;
        await writeWhole(file, `${JSON.stringify(head)}\n`);
      }
    },
  };
}

const MOST_TRIES = 4;

/** The text of a key file, or nothing when there is none. */
export function readKeyFile(folder: string): Promise<string | undefined> {
  return readIfThere(keyFile(folder));
}

/** Keeps a key that was just made, unless another process was first; returns what is kept. */
export async function keepKeyFile(folder: string, text: string): Promise<string> {
  try {
    const handle = await open(keyFile(folder), "wx", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return text;
  } catch (error) {
    const kept = await readKeyFile(folder);
    if (kept === undefined || kept === "") throw error;
    return kept;
  }
}

function keyFile(folder: string): string {
  return join(folder, "audit.key");
}

function parseHead(text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined;
  const { records, seal } = JSON.parse(text) as AuditHead;
  return { records, seal };
}
