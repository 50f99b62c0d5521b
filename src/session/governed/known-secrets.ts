import { isSecretName } from "../../control/index.ts";
import type { Environment } from "../config/config-places.ts";

/** Tells whether a value would not stand in a text by chance. */
export function isTelling(value: string): boolean {
  return value.length >= 8;
}

/** They look like the short form of a password. */
const FOLDERS: readonly string[] = ["PWD", "OLDPWD", "INIT_CWD"];

/**
 * Tells the values of the environment that no record may hold: those whose names say that they are secret. It is asked
 * with every record and an environment is slow to read, so what a name says is remembered and other values are left.
 */
export function createKnownSecrets(env: Environment): () => readonly string[] {
  const isSecret = new Map<string, boolean>();
  return () =>
    Object.keys(env).flatMap((name) => {
      const known = isSecret.get(name) ?? (isSecretName(name) && !FOLDERS.includes(name));
      isSecret.set(name, known);
      const value = known ? (env[name] ?? "") : "";
      return isTelling(value) ? [value] : [];
    });
}
