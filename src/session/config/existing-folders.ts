import { stat } from "node:fs/promises";
import type { ConfigDiagnostic, FileLayer } from "./merge-layers.ts";

/** Leaves out further folders that are not there now: a drive that is not mounted must not stop all work. */
export async function existingFolders(
  layer: FileLayer | undefined,
): Promise<{ user: FileLayer | undefined; diagnostics: readonly ConfigDiagnostic[] }> {
  const folders = layer?.settings.addDirs ?? [];
  const there = await Promise.all(folders.map(isFolder));
  if (layer === undefined || there.every(Boolean)) return { user: layer, diagnostics: [] };
  const diagnostics = folders.flatMap((folder, index) => {
    if (there[index] === true) return [];
    const line = layer.lineOf(["addDirs", index]);
    return [
      { file: layer.file, line, key: "addDirs", message: `there is no folder ${folder}; it is left out` },
    ];
  });
  const addDirs = folders.filter((_folder, index) => there[index]);
  return { user: { ...layer, settings: { ...layer.settings, addDirs } }, diagnostics };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
