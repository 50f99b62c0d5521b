import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "./make-folder.ts";
import { withinReach } from "./within-reach.ts";

/** Puts a text in place of a file as one step, readable by this user only. */
export function writeWhole(file: string, text: string): Promise<void> {
  return withinReach(file, () => replaceFile(file, text));
}

async function replaceFile(file: string, text: string): Promise<void> {
  makeFolder(dirname(file));
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeDraft(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeDraft(draft: string, text: string): Promise<void> {
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
