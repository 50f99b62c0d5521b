import { constants, type FileHandle, open, rename, unlink } from "node:fs/promises";
import type { JobLog } from "../../kernel/index.ts";

/** A stream's output on disk, bounded. */
export interface LogFile {
  /** Answers with a promise while so much waits for the disk that no more should come. */
  add(chunk: Uint8Array): Promise<void> | undefined;
  facts(): JobLog;
  /** Resolves when everything so far is on disk. */
  flushed(): Promise<void>;
  remove(): Promise<void>;
}

/** Where a log is, for us and for others. */
export interface LogPlace {
  /** The way to it through a folder that is held open, so that nobody can exchange the folder. */
  readonly at: string;
  readonly path: string;
}

/** What a log may take on disk, its older part included. */
const LOG_BYTES = 8 * 1024 * 1024;

/** What may wait for a slow disk before the job has to wait too. */
const MOST_WAITING = 1024 * 1024;

/** Creates a log that nobody else can read; when it is half full it becomes the older part and a new one begins. */
export async function createLogFile({ at, path }: LogPlace, maxBytes: number = LOG_BYTES): Promise<LogFile> {
  const partBytes = Math.max(1, Math.floor(maxBytes / 2));
  let file: FileHandle | undefined = await createPrivate(at);
  let size = 0;
  let older = 0;
  let lostBytes = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | undefined;
  return {
    add: (chunk) => {
      if (file === undefined) {
        lostBytes += chunk.length;
        return undefined;
      }
      waiting.push(Buffer.from(chunk));
      waitingBytes += chunk.length;
      writing ??= writeWaiting();
      return waitingBytes > MOST_WAITING ? writing : undefined;
    },
    facts: () => ({ paths: older > 0 ? [olderPart(path), path] : [path], lostBytes }),
    flushed: async () => writing,
    remove: async () => {
      await writing;
      await close();
      await Promise.all([at, olderPart(at)].map((each) => unlink(each).catch(() => undefined)));
    },
  };

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
      try {
        await write(batch);
      } catch {
        // A full disk costs the log, not the job.
        lostBytes += batch.length;
        await close();
      }
    }
    writing = undefined;
  }

  async function write(batch: Buffer): Promise<void> {
    for (let left = batch; left.length > 0;) {
      if (size >= partBytes) await turnOver();
      const part = left.subarray(0, partBytes - size);
      await file?.appendFile(part);
      size += part.length;
      left = left.subarray(part.length);
    }
  }

  async function turnOver(): Promise<void> {
    await file?.close();
    await rename(at, olderPart(at));
    lostBytes += older;
    older = size;
    size = 0;
    file = await createPrivate(at);
  }

  async function close(): Promise<void> {
    const held = file;
    file = undefined;
    await held?.close().catch(() => undefined);
  }
}

function olderPart(path: string): string {
  return `${path}.1`;
}

function createPrivate(path: string): Promise<FileHandle> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  return open(path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
}
