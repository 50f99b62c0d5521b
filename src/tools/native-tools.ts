import { type CapabilityRow, type DeckMembership, isNodePath, type NodePath } from "../kernel/index.ts";

/** One native tool, known by name before its code is loaded. */
export interface NativeToolRow extends CapabilityRow {
  /** The twelve tools of the built-in table, or one of the further ones. */
  readonly source: "builtin" | "native";
  /** What its effects amount to, told before they are loaded. */
  readonly membership: DeckMembership;
}

/** Every native tool in deck order; the code behind a row is loaded when somebody asks for it. */
export const NATIVE_TOOLS: readonly NativeToolRow[] = [
  builtin(
    "read-only",
    "read",
    "world.tools.file.read",
    async () => (await import("./file/read/read.ts")).read,
  ),
  builtin("read-only", "ls", "world.tools.file.ls", async () => (await import("./file/ls/ls.ts")).ls),
  builtin(
    "read-only",
    "grep",
    "world.tools.search.grep",
    async () => (await import("./search/grep/grep.ts")).grep,
  ),
  builtin(
    "read-only",
    "find",
    "world.tools.search.find",
    async () => (await import("./search/find/find.ts")).find,
  ),
  builtin(
    "read-only",
    "websearch",
    "world.tools.web.search",
    async () => (await import("./web/search/websearch.ts")).websearch,
  ),
  builtin(
    "read-only",
    "webfetch",
    "world.tools.web.fetch",
    async () => (await import("./web/fetch/webfetch.ts")).webfetch,
  ),
  builtin(
    "read-only",
    "todo_read",
    "self.tools.todo.read",
    async () => (await import("./todo/read/todo-read.ts")).todoRead,
  ),
  builtin(
    "mutating",
    "write",
    "world.tools.file.write",
    async () => (await import("./file/write/write.ts")).write,
  ),
  builtin(
    "mutating",
    "edit",
    "world.tools.file.edit",
    async () => (await import("./file/edit/edit.ts")).edit,
  ),
  builtin(
    "mutating",
    "bash",
    "world.tools.system.bash",
    async () => (await import("./system/bash/bash.ts")).bash,
  ),
  builtin(
    "mutating",
    "process",
    "world.tools.system.process",
    async () => (await import("./system/process/process.ts")).process,
  ),
  builtin(
    "mutating",
    "todo_set",
    "self.tools.todo.set",
    async () => (await import("./todo/set/todo-set.ts")).todoSet,
  ),
  further(
    "read-only",
    "glob",
    "world.tools.file.glob",
    async () => (await import("./file/glob/glob.ts")).glob,
  ),
  further(
    "mutating",
    "patch",
    "world.tools.file.patch",
    async () => (await import("./file/patch/patch.ts")).patch,
  ),
  further(
    "mutating",
    "notebook",
    "world.tools.file.notebook",
    async () => (await import("./file/notebook/notebook.ts")).notebook,
  ),
  further(
    "mutating",
    "kill",
    "world.tools.system.kill",
    async () => (await import("./system/kill/kill.ts")).kill,
  ),
  further(
    "read-only",
    "task_list",
    "self.tools.task.list",
    async () => (await import("./task/task-list.ts")).taskList,
  ),
  further(
    "mutating",
    "task_create",
    "self.tools.task.create",
    async () => (await import("./task/task-create.ts")).taskCreate,
  ),
  further(
    "mutating",
    "task_update",
    "self.tools.task.update",
    async () => (await import("./task/task-update.ts")).taskUpdate,
  ),
  further(
    "mutating",
    "plan_mode",
    "self.tools.mode.plan",
    async () => (await import("./mode/plan-mode.ts")).planMode,
  ),
  further(
    "mutating",
    "execute_mode",
    "self.tools.mode.execute",
    async () => (await import("./mode/execute-mode.ts")).executeMode,
  ),
  further(
    "read-only",
    "clarify",
    "self.tools.clarify",
    async () => (await import("./clarify/clarify.ts")).clarify,
  ),
];

/** Finds a native tool by its wire name or its node path. */
export function findNativeTool(name: string): NativeToolRow | undefined {
  const key = isNodePath(name) ? "path" : "name";
  return NATIVE_TOOLS.find((row) => row[key] === name);
}

type Load = NativeToolRow["load"];

function builtin(membership: DeckMembership, name: string, path: NodePath, load: Load): NativeToolRow {
  return { name, path, source: "builtin", membership, load };
}

function further(membership: DeckMembership, name: string, path: NodePath, load: Load): NativeToolRow {
  return { name, path, source: "native", membership, load };
}
