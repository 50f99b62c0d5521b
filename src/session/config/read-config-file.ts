import { lstat } from "node:fs/promises";
import { createLocalFs } from "../../backends/index.ts";
import { type Fs, isFsFault } from "../../kernel/index.ts";
import { ConfigFault } from "./config-fault.ts";

/** A configuration file as it was found. */
export interface ConfigText {
  readonly file: string;
  readonly text: string;
  /** Its path without links. */
  readonly real: string;
}

const MOST_BYTES = 1024 * 1024;

/** Reads a file that must turn out to lie below a folder; undefined when there is none. */
export async function readConfigFile(file: string, below: string): Promise<ConfigText | undefined> {
  try {
    if (!(await hasEntry(file))) return undefined;
    return await readWithin(createLocalFs({ roots: [below] }), file);
  } catch (error) {
    if (error instanceof ConfigFault) throw error;
    throw refused(file, reasonOf(error), error);
  }
}

/** Tells whether something is at a path, be it only a link. */
export async function hasEntry(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  }
}

async function readWithin(fs: Fs, file: string): Promise<ConfigText> {
  const opened = await fs.open(file);
  try {
    if (opened.size > MOST_BYTES) throw refused(file, `it has ${opened.size} bytes, over ${MOST_BYTES}`);
    return { file, text: decode(file, await opened.read(0, opened.size)), real: opened.path };
  } finally {
    await opened.close();
  }
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw refused(file, "it is not UTF-8", error);
  }
}

function reasonOf(error: unknown): string {
  if (isFsFault(error, "EISDIR")) return "it is a folder";
  if (isFsFault(error, "ENOENT")) return "it is a link to nothing";
  return error instanceof Error ? error.message : String(error);
}

function refused(file: string, reason: string, cause?: unknown): ConfigFault {
  return new ConfigFault([{ file, message: `it cannot be used: ${reason}` }], cause);
}
