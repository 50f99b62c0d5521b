import { HARMLESS_VARIABLES, isLocaleVariable, USUAL_PATH } from "../../../../kernel/index.ts";

/** What a server may know of the environment Deckhand itself runs in. */
const INHERITED = [...HARMLESS_VARIABLES, "TERM", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"];

/** What programs on Windows do not start without. */
const INHERITED_ON_WINDOWS = [
  ...INHERITED,
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "NUMBER_OF_PROCESSORS",
  "OS",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "PROGRAMFILES(X86)",
  "PROGRAMW6432",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

type Environment = Readonly<Record<string, string | undefined>>;

/** The whole environment of a server: an allow-listed part of ours, and over it what its row declares. */
export function serverEnvironment(
  ours: Environment,
  declared: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const isWindows = platform === "win32";
  // Windows does not tell Path from PATH.
  const keyOf = (name: string): string => (isWindows ? name.toUpperCase() : name);
  const allowed = new Set(isWindows ? INHERITED_ON_WINDOWS : INHERITED);
  const settings = new Map<string, readonly [string, string]>();
  if (!isWindows) settings.set("PATH", ["PATH", USUAL_PATH]);
  for (const [name, value] of Object.entries(ours)) {
    const key = keyOf(name);
    if (value !== undefined && (allowed.has(key) || isLocaleVariable(key)) && !isFunction(value))
      settings.set(key, [name, value]);
  }
  for (const [name, value] of Object.entries(declared)) settings.set(keyOf(name), [name, value]);
  return Object.fromEntries(settings.values());
}

/** Old shells export functions as variables of any name. */
function isFunction(value: string): boolean {
  return value.startsWith("()");
}
