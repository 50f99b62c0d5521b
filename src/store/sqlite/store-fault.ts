import { Fault } from "../../kernel/index.ts";
import { SQLITE, SqliteFailure } from "./sqlite-failure.ts";

/** Says in words what SQLite answered; an error that is not SQLite's is left as it is. */
export function storeFault(file: string, error: unknown): unknown {
  if (!(error instanceof SqliteFailure)) return error;
  if (error.result === SQLITE.constraint) return refusal(file, error);
  const { saying, hint } = SAYINGS.get(error.result) ?? other(error);
  return new Fault("unavailable", `The store ${file} ${saying}.`, { hint, cause: error });
}

/** The store is well; it is the record that it cannot take. */
function refusal(file: string, error: SqliteFailure): Fault {
  return new Fault("invalid_input", `The store ${file} refuses this record: ${error.message}.`, {
    hint: "Use an id that is not taken, and fields as they are declared.",
    cause: error,
  });
}

interface Saying {
  readonly saying: string;
  readonly hint: string;
}

const LOCKED: Saying = {
  saying: "is locked by another process",
  hint: "Try again; if it stays locked, end the process that holds it.",
};

const READ_ONLY: Saying = {
  saying: "cannot be written: the file or its folder is read-only",
  hint: "Give this user the right to write both, or use another store.",
};

const DAMAGED: Saying = {
  saying: "is damaged, or is no store at all",
  hint: "It was left as it is. Move it away to begin a new one, and keep it: most of it can often still be read.",
};

const SAYINGS: ReadonlyMap<number, Saying> = new Map<number, Saying>([
  [SQLITE.busy, LOCKED],
  [SQLITE.protocol, LOCKED],
  [SQLITE.perm, READ_ONLY],
  [SQLITE.readonly, READ_ONLY],
  [SQLITE.corrupt, DAMAGED],
  [SQLITE.notadb, DAMAGED],
  [
    SQLITE.full,
    {
      saying: "cannot grow: the disk is full",
      hint: "Make room on the disk, or throw away old traces, then try again.",
    },
  ],
  [
    SQLITE.cantopen,
    { saying: "cannot be opened", hint: "Look at the rights of the file and of the folders above it." },
  ],
]);

function other({ message }: SqliteFailure): Saying {
  return { saying: `failed: ${message}`, hint: "Look at the disk it is on, then try again." };
}
