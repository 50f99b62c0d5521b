import { Fault } from "../../kernel/index.ts";
import { openRecords, type Records } from "../../session/index.ts";
import { folder, type SessionFlags } from "./session-flags.ts";
import { UsageFault } from "./usage-fault.ts";

/** Opens what the workspace of the flags remembers for as long as some work takes. */
export async function withRecords<T>(
  { cwd = "." }: SessionFlags,
  work: (records: Records) => Promise<T>,
  addDirs: readonly string[] = [],
): Promise<T> {
  const records = await openRecords({ cwd: folder(cwd), addDirs });
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}

/** Finds what an id names; an id of nothing is wrong usage. */
export async function withKnownId<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Fault && error.code === "not_found")
      throw new UsageFault(error.message, error.hint, error.code);
    throw error;
  }
}
