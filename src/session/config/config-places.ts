import { isAbsolute, join, resolve } from "node:path";

/** The environment a configuration is looked up in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where to look for configuration files. */
export interface ConfigSearch {
  /** The workspace. */
  readonly cwd: string;
  /** Stands in for the user's file, and must exist; relative to `cwd`. */
  readonly configFile?: string;
  /** This process's environment when absent. */
  readonly env?: Environment;
}

/** Where the two files are; without a home there is no user's one. */
export interface ConfigPlaces {
  readonly user: string | undefined;
  readonly workspace: string;
}

/** Tells where the user's and the workspace's files are, whether they exist or not. */
export function configPlaces({ cwd, configFile, env = process.env }: ConfigSearch): ConfigPlaces {
  const folder = configFolder(env);
  const usual = folder === undefined ? undefined : join(folder, "deckhand", FILE);
  return {
    user: configFile === undefined ? usual : resolve(cwd, configFile),
    workspace: resolve(cwd, ".deckhand", FILE),
  };
}

/** The user's home, as the environment tells it. */
export function homeIn(env: Environment): string | undefined {
  return absolute(env["HOME"]) ?? absolute(env["USERPROFILE"]);
}

const FILE = "config.json";

function configFolder(env: Environment): string | undefined {
  const home = homeIn(env);
  return absolute(env["XDG_CONFIG_HOME"]) ?? (home === undefined ? undefined : join(home, ".config"));
}

/** The XDG rules say to pass over a relative path. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
