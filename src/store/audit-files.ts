import { randomBytes } from "node:crypto";
import { link, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Anchor, AuditHead } from "../control/index.ts";
import { Fault } from "../kernel/index.ts";
import { readIfThere } from "./read-if-there.ts";
import { writeWhole } from "./write-whole.ts";

/** Keeps the end of a trail in a file of its own. */
export function createFileAnchor(file: string): Anchor {
  const read = async (): Promise<AuditHead | undefined> => parseHead(file, await readIfThere(file));
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
  const file = keyFile(folder);
  // It takes its name only when it is whole: half a key would lock everybody out.
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeWhole(draft, text);
    await link(draft, file);
    return text;
  } catch (error) {
    const kept = await readKeyFile(folder);
    if (kept === undefined || kept === "") throw error;
    return kept;
  } finally {
    await rm(draft, { force: true });
  }
}

function keyFile(folder: string): string {
  return join(folder, "audit.key");
}

function parseHead(file: string, text: string | undefined): AuditHead | undefined {
  if (text === undefined) return undefined;
  const head = tryParse(text);
  if (isHead(head)) return { records: head.records, seal: head.seal };
  throw new Fault("unavailable", `The anchor of the audit trail, ${file}, is damaged.`, {
    hint: "Put it back from a copy, or move it and the trail away to begin a new one.",
  });
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isHead(value: unknown): value is AuditHead {
  if (typeof value !== "object" || value === null) return false;
  const { records, seal } = value as Record<string, unknown>;
  return Number.isSafeInteger(records) && Number(records) >= 0 && typeof seal === "string";
}
