/** What an agent can do: the native tools, their table and their registry. */
export { builtinRegistry, type ToolCollection } from "./builtin-registry.ts";
export { diffLines, type DiffOp, type DiffOpKind, type LineDiff } from "./file/diff/diff-lines.ts";
export { renderUnifiedDiff } from "./file/diff/render-unified-diff.ts";
export { edit } from "./file/edit/edit.ts";
export { glob } from "./file/glob/glob.ts";
export { ls } from "./file/ls/ls.ts";
export { notebook } from "./file/notebook/notebook.ts";
export { patch } from "./file/patch/patch.ts";
export { read } from "./file/read/read.ts";
export { write } from "./file/write/write.ts";
export { findNativeTool, NATIVE_TOOLS, type NativeToolRow } from "./native-tools.ts";
export { find } from "./search/find/find.ts";
export { grep } from "./search/grep/grep.ts";
