import { constants } from "node:fs";
import { access, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkRecords, verifyRecords } from "../../../session/index.ts";
import { openSqliteStore, stateFolder } from "../../../store/index.ts";
import type { Check } from "./check.ts";

/** Whether what is remembered can be written, and by nobody else read. */
export async function checkStateFolder(folder = stateFolder()): Promise<readonly Check[]> {
  const name = "state folder";
  const facts = await lstat(folder).catch(() => undefined);
  const place = facts === undefined ? await nearestFolder(folder) : folder;
  if (!(await mayWrite(place))) {
    return [
      {
        name,
        state: "fail",
        says: `${place} cannot be written to, so nothing can be remembered`,
        mend: `give this user the right to write it, or set XDG_STATE_HOME`,
      },
    ];
  }
  if (facts === undefined) {
    return [{ name, state: "ok", says: `${folder} is made when it is first needed` }];
  }
  const isOthers =
    process.platform !== "win32" && ((facts.mode & 0o077) !== 0 || facts.uid !== process.getuid?.());
  if (!isOthers) return [{ name, state: "ok", says: `${folder} is this user's alone` }];
  return [
    {
      name,
      state: "warn",
      says: `${folder} belongs to another user, or others may look into it`,
      mend: `chown and chmod 700 ${folder}`,
    },
  ];
}

async function nearestFolder(path: string): Promise<string> {
  const above = dirname(path);
  if (above === path) return path;
  return (await lstat(above).catch(() => undefined)) === undefined ? nearestFolder(above) : above;
}

async function mayWrite(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Whether the store of this workspace is whole; where there is none yet, whether one could be made. */
export async function checkStore(cwd: string): Promise<readonly Check[]> {
  const name = "store";
  const { file, bytes, damage } = await checkRecords({ cwd });
  if (bytes === undefined) {
    await tryStore();
    return [{ name, state: "ok", says: "nothing is recorded in this workspace yet" }];
  }
  if (damage.length === 0) return [{ name, state: "ok", says: `${file} is whole (${bytes} bytes)` }];
  return [
    {
      name,
      state: "fail",
      says: `${file} is damaged: ${damage.join("; ")}`,
      mend: "move it away to begin a new one, and keep it: most of it can often still be read",
    },
  ];
}

async function tryStore(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-doctor-"));
  try {
    const store = await openSqliteStore({ file: join(folder, "try.db") });
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether the trail of this workspace is as it was written. */
export async function checkAudit(cwd: string): Promise<readonly Check[]> {
  const { ok, records, firstBad } = await verifyRecords({ cwd });
  if (ok) return [{ name: "audit trail", state: "ok", says: `${records} records, each as it was written` }];
  return [
    {
      name: "audit trail",
      state: "fail",
      says: `record ${firstBad?.seq ?? 1} is bad: ${firstBad?.why ?? "unknown"}`,
      mend: "look at it with deckhand audit verify, and keep a copy before anything else",
    },
  ];
}
