import { type Cell, Fault } from "../kernel/index.ts";
import { readIfThere } from "./read-if-there.ts";
import { writeWhole } from "./write-whole.ts";

/** Where a value is kept, and what it is. */
export interface FileCellOptions<T> {
  readonly file: string;
  /** What it is before anything was kept. */
  readonly initial: T;
  /** Tells a value that this cell could have kept from one that was damaged. */
  readonly isValue: (value: unknown) => value is T;
}

/** A value that outlives the process; the file appears with the first value that is kept. */
export function createFileCell<T>({ file, initial, isValue }: FileCellOptions<T>): Cell<T> {
  return {
    read: async () => {
      const text = await readIfThere(file);
      if (text === undefined) return initial;
      const value = parse(text);
      if (isValue(value)) return value;
      throw new Fault("tool_error", `What was remembered in ${file} is damaged.`, {
        hint: "Remove the file to begin anew.",
      });
    },
    replace: (next) => writeWhole(file, `${JSON.stringify(next)}\n`),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
