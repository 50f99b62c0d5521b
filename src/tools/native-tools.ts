import { type DefinedTool, isNodePath } from "../kernel/index.ts";

/** One native tool, known by name before its code is loaded. */
export interface NativeToolRow {
  readonly name: string;
  readonly path: string;
  /** The twelve tools of the built-in table, or one of the further ones. */
  readonly source: "builtin" | "native";
  load(): Promise<DefinedTool>;
}

/** Every native tool in deck order; the code behind a row is loaded when somebody asks for it. */
export const NATIVE_TOOLS: readonly NativeToolRow[] = [
  builtin("read", "file.read", async () => (await import("./file/read/read.ts")).read),
  builtin("ls", "file.ls", async () => (await import("./file/ls/ls.ts")).ls),
  builtin("grep", "search.grep", async () => (await import("./search/grep/grep.ts")).grep),
  builtin("find", "search.find", async () => (await import("./search/find/find.ts")).find),
  builtin("write", "file.write", async () => (await import("./file/write/write.ts")).write),
  builtin("edit", "file.edit", async () => (await import("./file/edit/edit.ts")).edit),
  further("glob", "file.glob", async () => (await import("./file/glob/glob.ts")).glob),
  further("patch", "file.patch", async () => (await import("./file/patch/patch.ts")).patch),
  further("notebook", "file.notebook", async () => (await import("./file/notebook/notebook.ts")).notebook),
];

/** Finds a native tool by its wire name or its node path. */
export function findNativeTool(name: string): NativeToolRow | undefined {
  const key = isNodePath(name) ? "path" : "name";
  return NATIVE_TOOLS.find((row) => row[key] === name);
}

function builtin(name: string, address: string, load: NativeToolRow["load"]): NativeToolRow {
  return { name, path: `world.tools.${address}`, source: "builtin", load };
}

function further(name: string, address: string, load: NativeToolRow["load"]): NativeToolRow {
  return { ...builtin(name, address, load), source: "native" };
}
