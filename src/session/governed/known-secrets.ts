import { isSecretName } from "../../control/index.ts";
import type { Environment } from "../config/config-places.ts";

/** Shorter values stand in texts by chance. */
const SHORTEST = 8;

/** They look like the short form of a password. */
const FOLDERS: readonly string[] = ["PWD", "OLDPWD", "INIT_CWD"];

/** The values of the environment that no record may hold: those whose names say that they are secret. */
export function knownSecrets(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    isSecretName(name) && !FOLDERS.includes(name) && value.length >= SHORTEST ? [value] : [],
  );
}
