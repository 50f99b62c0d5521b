import { open, stat } from "node:fs/promises";
import { defaultDriver } from "../src/store/sqlite/default-driver.ts";

const PAGE_BYTES = 4096;

/** Overwrites the last pages of a database that nobody has open; its beginning stays, so that it still opens. */
export async function damageLastPages(file: string, pages: number): Promise<void> {
  const connection = await defaultDriver().open(file);
  // What is still in the log would be read instead of the pages.
  await connection.all("PRAGMA wal_checkpoint(TRUNCATE)");
  await connection.close();
  const { size } = await stat(file);
  const handle = await open(file, "r+");
  await handle.write(
    Buffer.alloc(pages * PAGE_BYTES, 0xa5),
    0,
    pages * PAGE_BYTES,
    size - pages * PAGE_BYTES,
  );
  await handle.close();
}
