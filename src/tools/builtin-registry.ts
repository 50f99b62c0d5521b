import { ToolRegistry } from "../kernel/index.ts";
import { edit } from "./file/edit/edit.ts";
import { glob } from "./file/glob/glob.ts";
import { ls } from "./file/ls/ls.ts";
import { notebook } from "./file/notebook/notebook.ts";
import { patch } from "./file/patch/patch.ts";
import { read } from "./file/read/read.ts";
import { write } from "./file/write/write.ts";
import { find } from "./search/find/find.ts";
import { grep } from "./search/grep/grep.ts";

/** The collections every built-in registry offers. */
export type ToolCollection = "read-only" | "coding" | "all";

/** What may be looked at without changing anything. */
const READ_ONLY = ["read", "ls", "grep", "find"] as const;

/** What it takes to work on code. */
const CODING = [...READ_ONLY, "write", "edit"] as const;

/** A fresh registry of every native tool, with the three standard collections. */
export function builtinRegistry(): ToolRegistry {
  const registry = new ToolRegistry();
  for (const tool of [read, ls, grep, find, write, edit, glob, patch, notebook]) registry.register(tool);
  return registry
    .collection("read-only", READ_ONLY)
    .collection("coding", CODING)
    .collection("all", registry.names());
}
