import type { Word } from "../../simple-command.ts";

/** Settings of `shopt` and `-O` that leave the meaning of names as it is; with `dotglob`, a star would match hidden ones. */
const HARMLESS = new Set(
  "globstar nullglob extglob nocaseglob nocasematch failglob lastpipe inherit_errexit pipefail errexit nounset checkwinsize cmdhist histappend globasciiranges".split(
    " ",
  ),
);

/** Whether switching it changes nothing that a verdict depends on. */
export function isHarmlessSetting({ text }: Word): boolean {
  return HARMLESS.has(text ?? "");
}
