import type { ShellExit, ShellHandle } from "../../kernel/index.ts";

/** Tells every listener of an exit exactly once, whenever it subscribes. */
export function createExitReport(exited: Promise<ShellExit>): ShellHandle["onExit"] {
  return (listener) => {
    const subscription = { isOpen: true };
    void tellOnce(exited, listener, subscription);
    return () => {
      subscription.isOpen = false;
    };
  };
}

async function tellOnce(
  exited: Promise<ShellExit>,
  listener: (exit: ShellExit) => void,
  subscription: { readonly isOpen: boolean },
): Promise<void> {
  const exit = await exited;
  if (!subscription.isOpen) return;
  try {
    listener(exit);
  } catch {
    // A listener's own mistake is its own: the others still hear.
  }
}
