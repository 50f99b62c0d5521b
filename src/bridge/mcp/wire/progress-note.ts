import { quoted } from "./quoted.ts";

/** How far a call has come, as its server tells it. */
export interface ProgressTold {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const MOST_BYTES = 300;

/** How far a call has come, as a short line: `3 of 10: reading`. */
export function progressNote({ progress, total, message }: ProgressTold): string {
  const far = total === undefined ? `${progress}` : `${progress} of ${total}`;
  const said = message === undefined ? "" : quoted(message, MOST_BYTES);
  return said === "" ? far : `${far}: ${said}`;
}
