import { isSecretName } from "../../../redact/secret-name.ts";
import type { Word } from "../../simple-command.ts";

/** Whether a word stands for a variable of the environment whose name says that it holds a secret; one that the command itself has set is none. */
export function holdsSecret({ text, source, from }: Word): boolean {
  if (text !== undefined || from !== undefined || !source.includes("$")) return false;
  return [...source.matchAll(NAMED)].some(([, name = ""]) => isSecretName(name) && !name.endsWith("PWD"));
}

/** `${NAME:+text}` and `${#NAME}` tell only that there is something. */
const NAMED = /\$(?:\{!?)?([A-Z][A-Z0-9_]*)\b(?!:?\+)/g;
