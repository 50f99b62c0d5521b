import type { Flag } from "../../bridge/index.ts";
import { showInvisible } from "../../kernel/index.ts";

/** What is suspicious, as one line. */
export function flagLine({ kind, where, excerpt }: Flag): string {
  return showInvisible(`${kind} at ${where === "" ? "its root" : where}: ${excerpt}`);
}
