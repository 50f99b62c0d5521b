import { configPlaces, type ConfigSearch } from "./config-places.ts";
import { hasEntry } from "./read-config-file.ts";

/** A file that configuration is looked for in. */
export interface ConfigFile {
  readonly layer: "user" | "workspace";
  readonly file: string;
  readonly exists: boolean;
}

/** The files that are looked at, and whether they exist. */
export async function findConfigFiles(search: ConfigSearch): Promise<readonly ConfigFile[]> {
  const { user, workspace } = configPlaces(search);
  const files = [
    ...(user === undefined ? [] : [{ layer: "user" as const, file: user }]),
    { layer: "workspace" as const, file: workspace },
  ];
  return Promise.all(
    files.map(async (each) => ({ ...each, exists: await hasEntry(each.file).catch(() => true) })),
  );
}
