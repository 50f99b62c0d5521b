import type { ControlStore } from "../control/index.ts";
import type { LedgerStore } from "../ledger/index.ts";

/** Everything that is remembered of one workspace. */
export interface WorkspaceStore extends ControlStore, LedgerStore {}
