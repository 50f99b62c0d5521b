import { resolve } from "node:path";
import {
  type Clock,
  digestOf,
  type FileBytes,
  type Fs,
  type Replaced,
  type ReplaceOptions,
  StaleFileFault,
} from "../../kernel/index.ts";
import type { UndoRecord } from "../store.ts";
import { changesOfMkdir, changesOfRemoval } from "./folder-changes.ts";
import { lookAt, type PlannedChange, standsAs } from "./look-at.ts";

/** Keeps what it takes to undo; a later record of the same path takes the place of the earlier one. */
export type KeepUndo = (record: UndoRecord) => Promise<void> | void;

/** The call whose changes are recorded. */
export interface UndoneCall {
  readonly trace: string;
  readonly session: string;
  readonly clock: Clock;
  /** The largest content that is kept. */
  readonly maxBytes?: number;
}

const STANDARD_MAX_BYTES = 16 * 1024 * 1024;

/**
 * The same Fs for the length of one call; what it takes to undo each change is kept before the change is made, so that
 * a change nobody could record does not happen. A path that changes several times has one record: as it was first,
 * and as it was left. Changes go one after the other.
 */
export function createUndoFs(fs: Fs, keep: KeepUndo, call: UndoneCall): Fs {
  const { trace, session, clock, maxBytes = STANDARD_MAX_BYTES } = call;
  const kept = new Map<string, UndoRecord>();
  const realNames = new Map<string, string>();
  const inTurn = createTurns();
  return {
    ...fs,
    writeFile: async (path, data) => {
      await inTurn(() => replace(path, typeof data === "string" ? Buffer.from(data, "utf8") : data));
    },
    replace: (path, bytes, options) => inTurn(() => replace(path, bytes, options)),
    mkdir: (path) =>
      inTurn(async () => change(await changesOfMkdir(fs, path), () => fs.mkdir(path), stillToDo)),
    rm: (path, options) =>
      inTurn(async () => {
        const planned = await changesOfRemoval(fs, path, options, maxBytes);
        return change(planned, () => fs.rm(path, options), stillToDo);
      }),
  };

  async function replace(path: string, bytes: FileBytes, options: ReplaceOptions = {}): Promise<Replaced> {
    const after = { after: digestOf(...(bytes instanceof Uint8Array ? [bytes] : bytes)) };
    const planned = { after, ...(await whatGivesWay(path, options)) };
    const replaced = await change([planned], () => fs.replace(path, bytes, options), everything);
    if (replaced.path !== planned.path) realNames.set(replaced.path, planned.path);
    return replaced;
  }

  /** What is created exclusively replaces nothing, so there is nothing to look at. */
  async function whatGivesWay(
    path: string,
    { expect }: ReplaceOptions,
  ): Promise<Pick<PlannedChange, "path" | "before">> {
    if (expect === "absent") return { path: resolve(path), before: {} };
    const found = await lookAt(fs, path, maxBytes);
    if (expect !== undefined && found.identity !== undefined && found.identity !== expect)
      throw new StaleFileFault(path);
    return found;
  }

  async function change<T>(
    planned: readonly PlannedChange[],
    act: () => Promise<T>,
    undone: (planned: PlannedChange) => Promise<boolean> | boolean,
  ): Promise<T> {
    const earlier = planned.map(({ path }) => kept.get(nameOf(path)));
    for (const each of planned) await note(each);
    try {
      return await act();
    } catch (error) {
      for (const [at, each] of planned.entries()) if (await undone(each)) await takeBack(each, earlier[at]);
      throw error;
    }
  }

  async function note({ path, before, after }: PlannedChange): Promise<void> {
    const name = nameOf(path);
    const first = kept.get(name) ?? { trace, session, path: name, at: clock.now(), ...before };
    const { after: _, is: __, ...asItWas } = first;
    // What cannot be put back needs no sign of how it was left.
    const record = asItWas.lost === undefined ? { ...asItWas, ...after } : asItWas;
    await keep(record);
    kept.set(name, record);
  }

  async function takeBack({ path }: PlannedChange, earlier: UndoRecord | undefined): Promise<void> {
    const name = nameOf(path);
    if (earlier === undefined) kept.delete(name);
    else kept.set(name, earlier);
    try {
      await keep(earlier ?? { trace, session, path: name, at: clock.now() });
    } catch {
      // The failure of the change itself matters more, and an undo skips what is not as recorded.
    }
  }

  /** Folders are made and removed one by one, so that a failure may come after some of them. */
  async function stillToDo({ path, after }: PlannedChange): Promise<boolean> {
    return !(await standsAs(fs, path, after));
  }

  function nameOf(path: string): string {
    return realNames.get(path) ?? path;
  }
}

/** A file is replaced whole or not at all; one that looks replaced all the same is somebody else's work. */
const everything = (): boolean => true;

function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
