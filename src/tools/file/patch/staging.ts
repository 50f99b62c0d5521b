import type { Change, Evidence, ToolContext } from "../../../kernel/index.ts";
import type { PatchedFile } from "./patch-report.ts";

/** Where a patch is put together before it is committed: the context of the call over a staged Fs. */
export type Staging = Pick<ToolContext, "fs" | "cwd" | "state">;

/** What one file of a patch did to the stage. */
export interface StagedFile {
  readonly file: PatchedFile;
  readonly changes: readonly Change[];
  readonly evidence: readonly Evidence[];
}
