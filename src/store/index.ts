/** What is remembered: the parts of a session that outlive its process. */
export { createFileAnchor, keepKeyFile, readKeyFile } from "./audit-files.ts";
export { createFileCell, type FileCellOptions } from "./file-cell.ts";
export { createFileMemory } from "./file-memory.ts";
export { createMemoryStore } from "./memory/create-memory-store.ts";
export {
  openSessionStore,
  type SessionStore,
  type SessionStorePlace,
  workspaceFolder,
} from "./session-store.ts";
export { openSqliteStore, type SqliteStoreOptions } from "./sqlite/open-sqlite-store.ts";
export { stateFolder } from "./state-folder.ts";
