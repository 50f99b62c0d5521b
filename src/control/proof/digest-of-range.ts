import { createHash } from "node:crypto";
import type { FsFile } from "../../kernel/index.ts";

const CHUNK_BYTES = 1024 * 1024;

/** The digest of a stretch of a file, read piece by piece. */
export async function digestOfRange(file: FsFile, start: number, end: number): Promise<string> {
  const hash = createHash("sha256");
  for (let at = start; at < end;) {
    const chunk = await file.read(at, Math.min(CHUNK_BYTES, end - at));
    if (chunk.length === 0) break;
    hash.update(chunk);
    at += chunk.length;
  }
  return hash.digest("hex");
}
