import { type DefinedTool, ToolRegistry } from "../kernel/index.ts";
import { clarify } from "./clarify/clarify.ts";
import { edit } from "./file/edit/edit.ts";
import { glob } from "./file/glob/glob.ts";
import { ls } from "./file/ls/ls.ts";
import { notebook } from "./file/notebook/notebook.ts";
import { patch } from "./file/patch/patch.ts";
import { read } from "./file/read/read.ts";
import { write } from "./file/write/write.ts";
import { executeMode } from "./mode/execute-mode.ts";
import { planMode } from "./mode/plan-mode.ts";
import { find } from "./search/find/find.ts";
import { grep } from "./search/grep/grep.ts";
import { bash } from "./system/bash/bash.ts";
import { kill } from "./system/kill/kill.ts";
import { process } from "./system/process/process.ts";
import { taskCreate } from "./task/task-create.ts";
import { taskList } from "./task/task-list.ts";
import { taskUpdate } from "./task/task-update.ts";
import { todoRead } from "./todo/read/todo-read.ts";
import { todoSet } from "./todo/set/todo-set.ts";
import { webfetch } from "./web/fetch/webfetch.ts";
import { websearch } from "./web/search/websearch.ts";

/** The collections every built-in registry offers. */
export type ToolCollection = "read-only" | "coding" | "all";

/** The twelve built-in tools, in the deck's order. */
export const BUILTIN_TOOLS: readonly DefinedTool[] = [
  read,
  ls,
  grep,
  find,
  websearch,
  webfetch,
  todoRead,
  write,
  edit,
  bash,
  process,
  todoSet,
];

/** What joins them after the app cards. */
export const FURTHER_TOOLS: readonly DefinedTool[] = [
  glob,
  patch,
  notebook,
  kill,
  taskList,
  taskCreate,
  taskUpdate,
  planMode,
  executeMode,
  clarify,
];

/** What may be looked at without changing anything. */
const READ_ONLY = ["read", "ls", "grep", "find", "websearch", "webfetch"];

/** What it takes to work on code. */
const CODING = [...READ_ONLY, "write", "edit", "bash", "todo_set", "todo_read", "process"];

/** A fresh registry of every native tool, with the three standard collections. */
export function builtinRegistry(): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of [...BUILTIN_TOOLS, ...FURTHER_TOOLS]) registry.register(tool);
  return registry
    .collection("read-only", READ_ONLY)
    .collection("coding", CODING)
    .collection("all", registry.names());
}
