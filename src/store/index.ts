/** What is remembered: the parts of a session that outlive its process. */
export { createFileCell, type FileCellOptions } from "./file-cell.ts";
export { createFileMemory } from "./file-memory.ts";
export { openSessionStore, type SessionStore, type SessionStorePlace } from "./session-store.ts";
export { stateFolder } from "./state-folder.ts";
