import { isSecretName } from "../../control/index.ts";
import type { Environment } from "../config/config-places.ts";

/** Shorter values stand in texts by chance. */
const SHORTEST = 8;

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
      return value.length >= SHORTEST ? [value] : [];
    });
}
