import { resolve } from "node:path";
import { type ConfigFiles, localConfigFiles, MOST_BYTES } from "./config-files.ts";
import { type ConfigPlace, type Environment, mcpConfigPlaces } from "./config-places.ts";
import { hostOfFile } from "./mcp-host.ts";
import { type LoadedMcpConfig, mergePlaces } from "./merge-places.ts";
import { readPlace } from "./read-place.ts";

/** What a configuration is read with. */
export interface McpConfigOptions {
  /** Relative paths of a named file are relative to it; this process's folder when absent. */
  readonly cwd?: string;
  /** This process's environment when absent. */
  readonly env?: Environment;
  readonly files?: ConfigFiles;
  /** What a person answered to `${input:ID}`. */
  readonly input?: (id: string) => string | undefined;
}

/** Loads the servers of a file, or those of a folder and its user by the usual places. Nothing wrong with them is thrown. */
export async function loadMcpConfig(
  pathOrCwd: string,
  options: McpConfigOptions = {},
): Promise<LoadedMcpConfig> {
  return loadPlaces(await placesOf(pathOrCwd, options), options);
}

/** Loads what a session works with: the files that `--mcp` names and no others, or else the usual places. */
export async function loadSessionMcp(
  paths: readonly string[] | undefined,
  options: McpConfigOptions = {},
): Promise<LoadedMcpConfig> {
  const { cwd = process.cwd() } = options;
  if (paths === undefined || paths.length === 0) return loadMcpConfig(cwd, options);
  const places = await Promise.all(paths.map((path) => placesOf(resolve(cwd, path), options)));
  return loadPlaces(places.flat(), options);
}

/** Loads the servers of these files, in this order. */
export async function loadPlaces(
  places: readonly ConfigPlace[],
  { files = localConfigFiles, env = process.env, input }: McpConfigOptions,
): Promise<LoadedMcpConfig> {
  return mergePlaces(await Promise.all(places.map((place) => readPlace(place, { files, env, input }))));
}

/** A folder is searched; anything else is the file that is meant, even if it is not there. */
async function placesOf(
  pathOrCwd: string,
  { cwd = process.cwd(), env = process.env, files = localConfigFiles }: McpConfigOptions,
): Promise<readonly ConfigPlace[]> {
  const path = resolve(cwd, pathOrCwd);
  const found = await files.read(path, MOST_BYTES);
  if (found.kind === "folder") return mcpConfigPlaces(path, env);
  return [{ file: path, host: hostOfFile(path), origin: "named", workspace: resolve(cwd) }];
}
