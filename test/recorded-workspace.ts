import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { ControlStore } from "../src/control/index.ts";
import type { TrustLevel } from "../src/kernel/index.ts";
import { recordPlaceOf } from "../src/session/records/open-trail.ts";
import { openSession, type SessionOutcome, type SessionSettings } from "../src/session/index.ts";
import { openSqliteStore } from "../src/store/index.ts";
import { type Ran, runCommandLine } from "./run-command-line.ts";

/** A workspace in which governed calls are made, and the command line that looks at them. */
export interface RecordedWorkspace {
  readonly folder: string;
  readonly stateFolder: string;
  readonly place: ReturnType<typeof recordPlaceOf>;
  /** Makes one governed call in a session of its own. */
  call(name: string, input: unknown, options?: MadeCall): Promise<SessionOutcome>;
  deckhand(...args: readonly string[]): Promise<Ran>;
  /** Does something to the store behind everybody's back. */
  tamper(work: (store: ControlStore) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** How a call is made. */
interface MadeCall {
  readonly session?: string;
  readonly trust?: TrustLevel;
  readonly settings?: Partial<SessionSettings>;
}

/** Makes an empty workspace with a state folder that the command line of this process uses too. */
export async function recordedWorkspace(): Promise<RecordedWorkspace> {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-recorded-"));
  const home = await mkdtemp(join(tmpdir(), "deckhand-recorded-state-"));
  vi.stubEnv("XDG_STATE_HOME", home);
  const stateFolder = join(home, "deckhand");
  const place = recordPlaceOf(stateFolder, folder);
  return {
    folder,
    stateFolder,
    place,
    call: async (name, input, { session: sessionName = "cli", trust = "L3", settings = {} } = {}) => {
      const session = openSession({ cwd: folder, name: sessionName, ...settings, govern: { trust } });
      try {
        return await session.call({ id: "1", name, input });
      } finally {
        await session.close();
      }
    },
    deckhand: (...args) => runCommandLine(folder, args),
    tamper: async (work) => {
      const store = await openSqliteStore({ file: place.database });
      await work(store).finally(() => store.close());
    },
    close: async () => {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true, force: true });
      await rm(home, { recursive: true, force: true });
    },
  };
}
