import { type DefinedTool, isNodePath, type NodePath } from "../kernel/index.ts";

/** One native tool, known by name before its code is loaded. */
export interface NativeToolRow {
  readonly name: string;
  readonly path: NodePath;
  /** The twelve tools of the built-in table, or one of the further ones. */
  readonly source: "builtin" | "native";
  load(): Promise<DefinedTool>;
}

/** Every native tool in deck order; the code behind a row is loaded when somebody asks for it. */
export const NATIVE_TOOLS: readonly NativeToolRow[] = [
  builtin("read", "world.tools.file.read", async () => (await import("./file/read/read.ts")).read),
  builtin("ls", "world.tools.file.ls", async () => (await import("./file/ls/ls.ts")).ls),
  builtin("grep", "world.tools.search.grep", async () => (await import("./search/grep/grep.ts")).grep),
  builtin("find", "world.tools.search.find", async () => (await import("./search/find/find.ts")).find),
  builtin(
    "websearch",
    "world.tools.web.search",
    async () => (await import("./web/search/websearch.ts")).websearch,
  ),
  builtin(
    "webfetch",
    "world.tools.web.fetch",
    async () => (await import("./web/fetch/webfetch.ts")).webfetch,
  ),
  builtin(
    "todo_read",
    "self.tools.todo.read",
    async () => (await import("./todo/read/todo-read.ts")).todoRead,
  ),
  builtin("write", "world.tools.file.write", async () => (await import("./file/write/write.ts")).write),
  builtin("edit", "world.tools.file.edit", async () => (await import("./file/edit/edit.ts")).edit),
  builtin("bash", "world.tools.system.bash", async () => (await import("./system/bash/bash.ts")).bash),
  builtin(
    "process",
    "world.tools.system.process",
    async () => (await import("./system/process/process.ts")).process,
  ),
  builtin("todo_set", "self.tools.todo.set", async () => (await import("./todo/set/todo-set.ts")).todoSet),
  further("glob", "world.tools.file.glob", async () => (await import("./file/glob/glob.ts")).glob),
  further("patch", "world.tools.file.patch", async () => (await import("./file/patch/patch.ts")).patch),
  further(
    "notebook",
    "world.tools.file.notebook",
    async () => (await import("./file/notebook/notebook.ts")).notebook,
  ),
  further("kill", "world.tools.system.kill", async () => (await import("./system/kill/kill.ts")).kill),
];

/** Finds a native tool by its wire name or its node path. */
export function findNativeTool(name: string): NativeToolRow | undefined {
  const key = isNodePath(name) ? "path" : "name";
  return NATIVE_TOOLS.find((row) => row[key] === name);
}

function builtin(name: string, path: NodePath, load: NativeToolRow["load"]): NativeToolRow {
  return { name, path, source: "builtin", load };
}

function further(name: string, path: NodePath, load: NativeToolRow["load"]): NativeToolRow {
  return { name, path, source: "native", load };
}
