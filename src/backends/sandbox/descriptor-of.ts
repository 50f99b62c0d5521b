import { openSync, unlinkSync, writeSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** In memory, where there is such a folder. */
const FOLDERS = ["/dev/shm", tmpdir()];

/**
 * A descriptor from which these bytes can be read, in a file that has lost its name before it holds anything.
 * A pipe would make its reader wait for us.
 */
export function descriptorOf(bytes: Uint8Array): number {
  const descriptor = openNameless();
  writeSync(descriptor, bytes, 0, bytes.length, 0);
  return descriptor;
}

function openNameless(): number {
  const name = `deckhand-${randomBytes(8).toString("hex")}`;
  for (const folder of FOLDERS) {
    try {
      const path = join(folder, name);
      const descriptor = openSync(path, "wx+", 0o600);
      unlinkSync(path);
      return descriptor;
    } catch {
      // The next one may be writable.
    }
  }
  throw new Error(`nothing can be written to ${FOLDERS.join(" or ")}`);
}
