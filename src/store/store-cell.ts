import type { ControlStore } from "../control/index.ts";
import { type Cell, Fault } from "../kernel/index.ts";
import { createTurnstile } from "./turnstile.ts";

/** Where a value is kept, and what it is. */
export interface StoreCellOptions<T> extends CellName {
  /** Opens the store, or gives the one that is open. */
  readonly open: () => Promise<Pick<ControlStore, "cell" | "setCell">>;
  /** What it is before anything was kept. */
  readonly initial: () => Promise<T>;
  /** Tells a value that this cell could have kept from one that was damaged. */
  readonly isValue: (value: unknown) => value is T;
}

interface CellName {
  readonly session: string;
  readonly name: string;
}

/** A value that outlives the process and is shared by every process of the session. */
export function createStoreCell<T>(options: StoreCellOptions<T>): Cell<T> {
  const { open, session, name, initial, isValue } = options;
  // Those of one process take turns, so that only other processes can come in between.
  const inTurn = createTurnstile();
  return {
    read: async () => checked(await (await open()).cell(session, name)),
    // What is there is not looked at, so that a damaged value can be replaced.
    replace: async (next) => void (await inTurn(() => swap(async () => next))),
    update: (change) => inTurn(() => swap(async (kept) => change(await checked(kept)))),
  };

  async function checked(kept: Kept): Promise<T> {
    if (kept === undefined) return initial();
    if (isValue(kept.value)) return kept.value;
    throw damaged(options);
  }

  async function swap(next: (kept: Kept) => Promise<T>): Promise<T> {
    const store = await open();
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const kept = await store.cell(session, name);
      const value = await next(kept);
      refuseTooLarge(value, options);
      if (await store.setCell(session, name, value, kept?.version ?? 0)) return value;
    }
    throw neverFree(options);
  }
}

type Kept = Awaited<ReturnType<ControlStore["cell"]>>;

/** Every attempt that fails is another's success; so many in a row are no accident. */
const MOST_TRIES = 500;

const MOST_BYTES = 1024 * 1024;

function refuseTooLarge(value: unknown, { session, name }: CellName): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= MOST_BYTES) return;
  throw new Fault(
    "invalid_input",
    `The ${name} of session ${session} would take ${bytes} bytes of at most ${MOST_BYTES}; it was not changed.`,
    { hint: "Keep less: put long texts into files and remember where they are." },
  );
}

function damaged({ session, name }: CellName): Fault {
  return new Fault("tool_error", `What session ${session} remembers as its ${name} is damaged.`, {
    hint: "A newer Deckhand may have written it: use that one, or go on under another session name.",
  });
}

function neverFree({ session, name }: CellName): Fault {
  return new Fault("unavailable", `Others change the ${name} of session ${session} without a pause.`, {
    hint: "Try again, or use another session.",
  });
}
