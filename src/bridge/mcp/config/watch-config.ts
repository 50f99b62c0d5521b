import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";

/** A watch over files, until it is closed. */
export interface ConfigWatch {
  /** Ends the watch; nothing is told afterwards. */
  close(): void;
}

/** How files are watched. */
export interface WatchOptions {
  /** How long it must have been quiet before a change is told. */
  readonly quietMs?: number;
  /** How often files are looked at where no event tells of them. */
  readonly pollMs?: number;
  /** Whether to listen to the file system at all; some, over networks, never say anything. */
  readonly events?: boolean;
}

/** Tells which files changed, came or went since this was called; a watch keeps no process alive. */
export async function watchConfig(
  files: readonly string[],
  onChange: (changed: readonly string[]) => void | Promise<void>,
  { quietMs = 150, pollMs = 2000, events = true }: WatchOptions = {},
): Promise<ConfigWatch> {
  let known = await statesOf(files);
  let isClosed = false;
  let round: Promise<void> = Promise.resolve();
  let quiet: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    if (isClosed) return;
    const now = await statesOf(files);
    const changed = files.filter((file) => now.get(file) !== known.get(file));
    known = now;
    // A listener that fails has its own ways to say so; the next change is told all the same.
    if (changed.length > 0 && !isClosed) await Promise.resolve(onChange(changed)).catch(() => undefined);
  };
  /** One at a time, so that a listener is never called while it still works on the last change. */
  const lookNext = (): void => void (round = round.then(look).catch(() => undefined));
  const lookSoon = (): void => {
    clearTimeout(quiet);
    if (!isClosed) quiet = setTimeout(lookNext, quietMs).unref();
  };

  const folders = events ? createFolderWatch(files, lookSoon) : undefined;
  const poll = setInterval(() => {
    void folders?.renew();
    lookNext();
  }, pollMs).unref();
  await folders?.renew();
  return {
    close: () => {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(quiet);
      folders?.close();
    },
  };
}

/** What changes whenever a file may have; a file that is replaced by another one has another number. */
async function statesOf(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(files.map(async (file) => [file, await stateOf(file)] as const)));
}

async function stateOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(":");
  } catch {
    return "none";
  }
}

interface FolderWatch {
  /** Listens to folders that have come since. */
  renew(): Promise<void>;
  close(): void;
}

/** Listens to folders instead of files: a file that is replaced by a rename takes its listeners with it. */
function createFolderWatch(files: readonly string[], onEvent: () => void): FolderWatch {
  const names = new Set(files.map((file) => basename(file)));
  const watchers = new Map<string, { readonly identity: string; readonly watcher: FSWatcher }>();
  let isClosed = false;
  const drop = (folder: string): void => {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  };
  const listen = async (folder: string): Promise<void> => {
    const identity = await identityOf(folder);
    if (watchers.get(folder)?.identity !== identity) drop(folder);
    if (identity === undefined || isClosed || watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || names.has(name)) onEvent();
      });
      watchers.set(folder, { identity, watcher: watcher.on("error", () => drop(folder)) });
    } catch {
      // Out of watches, or no permission: files are looked at from time to time anyway.
    }
  };
  return {
    renew: async () => {
      await Promise.all([...new Set(files.map((file) => dirname(file)))].map(listen));
    },
    close: () => {
      isClosed = true;
      for (const folder of watchers.keys()) drop(folder);
    },
  };
}

async function identityOf(folder: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
