import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditRecord, AuditVerdict, ControlStore, Trace } from "../../src/control/index.ts";
import { recordPlaceOf } from "../../src/session/records/open-trail.ts";
import {
  type GovernSettings,
  openRecords,
  openSession,
  type RecordsPlace,
  type Session,
  type SessionOutcome,
  type SessionSettings,
} from "../../src/session/index.ts";

/** A workspace with one file, `a.txt`, whose governed sessions keep their records in SQLite. */
export interface FaultGround {
  readonly folder: string;
  readonly stateFolder: string;
  readonly place: ReturnType<typeof recordPlaceOf>;
  /** Where its records are looked for. */
  readonly at: RecordsPlace;
  /** Opens a session that trusts its caller, closed with the ground. */
  open(govern?: GovernSettings, settings?: Partial<SessionSettings>): Session;
  /** What is remembered, as somebody sees it who comes later. */
  remembered(): Promise<Remembered>;
  /** The names and texts of the files of the workspace. */
  files(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** What a workspace remembers. */
export interface Remembered {
  readonly verdict: AuditVerdict;
  readonly audit: readonly AuditRecord[];
  /** The newest first. */
  readonly traces: readonly Trace[];
}

/** Makes an empty ground. */
export async function faultGround(): Promise<FaultGround> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-fault-")));
  const [folder, stateFolder] = [join(root, "work"), join(root, "state")];
  await mkdir(folder);
  await writeFile(join(folder, "a.txt"), "one\ntwo\n");
  const place = recordPlaceOf(stateFolder, folder);
  const at = { cwd: folder, stateFolder };
  const opened: Session[] = [];
  return {
    folder,
    stateFolder,
    place,
    at,
    open: (govern, settings) => {
      const session = openSession({
        cwd: folder,
        stateFolder,
        ...settings,
        govern: { trust: "L3", sandbox: false, ...govern },
      });
      opened.push(session);
      return session;
    },
    remembered: async () => {
      const records = await openRecords(at);
      try {
        return { verdict: await records.verify(), ...(await allOf(records.store)) };
      } finally {
        await records.close();
      }
    },
    files: async () => {
      const names = (await readdir(folder)).filter((name) => name !== ".deckhand");
      const texts = names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
      return Object.fromEntries(await Promise.all(texts));
    },
    close: async () => {
      await Promise.all(opened.map((session) => session.close()));
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Makes one call. */
export function make(session: Session, name: string, input: unknown): Promise<SessionOutcome> {
  return session.call({ id: "1", name, input });
}

/** Writes a file of the workspace. */
export function write(session: Session, path: string, content = "x\n"): Promise<SessionOutcome> {
  return make(session, "write", { path, content });
}

/** Reads a file of the workspace. */
export function read(session: Session, path = "a.txt"): Promise<SessionOutcome> {
  return make(session, "read", { path });
}

/** A promise, and what keeps it. */
export function promised<T>(): { readonly promise: Promise<T>; readonly tell: (value: T) => void } {
  const told: { tell?: (value: T) => void } = {};
  const promise = new Promise<T>((resolve) => {
    told.tell = resolve;
  });
  return { promise, tell: (value) => told.tell?.(value) };
}

async function allOf(store: ControlStore): Promise<Pick<Remembered, "audit" | "traces">> {
  return { audit: await store.readAudit(1, 10_000), traces: await store.traces({ limit: 10_000 }) };
}
