import { isSecretName } from "../../../redact/secret-name.ts";
import type { Word } from "../../simple-command.ts";

/** Whether a word stands for a variable whose name says that it holds a secret; one that the command itself has set to a text is none. */
export function holdsSecret({ text, source }: Word): boolean {
  if (text !== undefined || !source.includes("$")) return false;
  return [...source.matchAll(NAMED)].some(([, name = ""]) => isSecretName(name) && !name.endsWith("PWD"));
}

/** `${NAME:+text}` and `${#NAME}` tell only that there is something. */
const NAMED = /\$(?:\{!?)?([A-Za-z_]\w*)\b(?!:?\+)/g;
