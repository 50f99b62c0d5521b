import type { ControlStore } from "../control/index.ts";

/** A store that is opened when it is first asked for. */
export interface LazyStore {
  /** The store; one that could not be opened is tried again by whoever asks next. */
  open(): Promise<ControlStore>;
  /** Closes it if it was opened. */
  close(): Promise<void>;
}

/** Opens a store once for everyone who shares it. */
export function createLazyStore(openStore: () => Promise<ControlStore>): LazyStore {
  let opened: Promise<ControlStore> | undefined;
  return {
    open: () => {
      opened ??= openStore().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}
