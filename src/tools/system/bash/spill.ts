import type { ResultDraft, ResultHandle, ResultStore } from "../../../kernel/index.ts";

/** Where the whole of an output went, and how much of it did. */
export interface Spilled {
  readonly handle: ResultHandle;
  readonly lostBytes: number;
}

/** Keeps a whole output as it comes, up to a bound. */
export interface Spill {
  /** Takes a piece; a promise means that no more should come until it settles. */
  add(chunk: Uint8Array): Promise<void> | undefined;
  /** Undefined when nothing came, or nothing could be kept. */
  finish(): Promise<Spilled | undefined>;
  drop(): Promise<void>;
}

const MOST_BYTES = 64 * 1024 * 1024;
const BATCH_BYTES = 512 * 1024;

/** Writes in batches, one at a time, so that a slow disk slows the command and fills no memory. */
export function createSpill(results: ResultStore): Spill {
  let draft: ResultDraft | undefined;
  let batch = Buffer.alloc(0);
  let spare = Buffer.alloc(0);
  let filled = 0;
  let kept = 0;
  let lostBytes = 0;
  let isBroken = false;
  let writing: Promise<void> | undefined;
  return {
    add: (chunk) => {
      const room = isBroken ? 0 : MOST_BYTES - kept;
      const taken = chunk.subarray(0, Math.max(0, room));
      lostBytes += chunk.length - taken.length;
      kept += taken.length;
      return put(taken);
    },
    finish: async () => {
      await flush();
      await writing;
      if (draft === undefined) return undefined;
      const handle = isBroken ? await forget() : await draft.finish().catch(() => undefined);
      return handle === undefined ? undefined : { handle, lostBytes };
    },
    drop: async () => {
      await writing;
      await forget();
    },
  };

  function put(chunk: Uint8Array): Promise<void> | undefined {
    if (chunk.length === 0) return undefined;
    if (batch.length === 0) batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
    const taken = Math.min(chunk.length, batch.length - filled);
    batch.set(chunk.subarray(0, taken), filled);
    filled += taken;
    if (filled < batch.length) return undefined;
    const rest = chunk.subarray(taken);
    const flushed = flush();
    return rest.length === 0 ? flushed : (flushed ?? Promise.resolve()).then(() => put(rest));
  }

  /** Hands the batch over; waits only if the one before is still on its way. */
  function flush(): Promise<void> | undefined {
    if (filled === 0) return undefined;
    const [full, before] = [batch.subarray(0, filled), writing];
    [batch, spare] = [spare, batch];
    filled = 0;
    writing = (before ?? Promise.resolve()).then(() => store(full));
    return before;
  }

  async function store(bytes: Uint8Array): Promise<void> {
    try {
      draft ??= await results.begin();
      await draft.write(bytes);
    } catch {
      // An output that cannot be kept is still shown.
      isBroken = true;
    }
  }

  async function forget(): Promise<undefined> {
    await draft?.drop().catch(() => undefined);
    return undefined;
  }
}
