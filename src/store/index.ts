/** What is remembered: the parts of a session that outlive its process. */
export { createFileAnchor, keepKeyFile, readKeyFile } from "./audit-files.ts";
export { keepTidy, type KeepTidyOptions, type PruneResults, type Tidied } from "./keep-tidy.ts";
export { createLazyStore, type LazyStore } from "./lazy-store.ts";
export { createFileConsents } from "./mcp/file-consents.ts";
export { createFilePins } from "./mcp/file-pins.ts";
export { createFileServerMemory } from "./mcp/file-server-memory.ts";
export { createFileTokens } from "./mcp/file-tokens.ts";
export type { McpFilesOptions, TellDamage } from "./mcp/tell-damage.ts";
export { createMemoryStore } from "./memory/create-memory-store.ts";
export { type KeptFor, RETENTION, type RetentionSettings } from "./retention.ts";
export { createSessionCells, type SessionCellsOptions, type SessionStore } from "./session-cells.ts";
export { refuseBadSessionName } from "./session-name.ts";
export { findStoreDamage } from "./sqlite/find-store-damage.ts";
export { openSqliteStore, type SqliteStoreOptions } from "./sqlite/open-sqlite-store.ts";
export { stateFolder } from "./state-folder.ts";
export type { WorkspaceStore } from "./workspace-store.ts";
export { workspaceFolder } from "./workspace-folder.ts";
export { writeWhole } from "./write-whole.ts";
