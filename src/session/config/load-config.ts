import { parse } from "node:path";
import type { ConfigLayer } from "./config.ts";
import { ConfigFault } from "./config-fault.ts";
import { configPlaces, type ConfigSearch, homeIn } from "./config-places.ts";
import { existingFolders } from "./existing-folders.ts";
import { type LoadedConfig, mergeLayers } from "./merge-layers.ts";
import { type ConfigText, readConfigFile } from "./read-config-file.ts";

/** Whose configuration to load. */
export interface ConfigRequest extends ConfigSearch {
  /** What a person said on the command line, which wins over both files; paths are relative to `cwd`. */
  readonly flags?: ConfigLayer;
}

/** Loads the user's file and the workspace's, which may only tighten it; bad configuration is a `ConfigFault`. */
export async function loadConfig({ flags = {}, ...search }: ConfigRequest): Promise<LoadedConfig> {
  const files = await readFiles(search);
  if (!(files.user ?? files.workspace) && saysNothing(flags)) return mergeLayers({});
  // The parser and the schema are not needed in most places, and not loaded there.
  const { parseLayers } = await import("./parse-layers.ts");
  const home = homeIn(search.env ?? process.env);
  const layers = parseLayers({ ...files, flags }, { cwd: search.cwd, home });
  const { user, diagnostics } = await existingFolders(layers.user);
  const merged = mergeLayers({ ...layers, user });
  return { ...merged, diagnostics: [...diagnostics, ...merged.diagnostics] };
}

interface Files {
  readonly user: ConfigText | undefined;
  readonly workspace: ConfigText | undefined;
}

async function readFiles(search: ConfigSearch): Promise<Files> {
  const places = configPlaces(search);
  const [user, workspace] = await Promise.all([
    places.user === undefined ? undefined : readConfigFile(places.user, parse(places.user).root),
    readConfigFile(places.workspace, search.cwd),
  ]);
  if (user === undefined && search.configFile !== undefined) throw missing(places.user ?? search.configFile);
  // A person who names the workspace's file as theirs means what it says.
  return { user, workspace: workspace?.real === user?.real ? undefined : workspace };
}

function saysNothing(flags: ConfigLayer): boolean {
  return Object.values(flags).every((value) => value === undefined);
}

function missing(file: string): ConfigFault {
  return new ConfigFault([{ file, message: "there is no such file; --config needs one that exists" }]);
}
