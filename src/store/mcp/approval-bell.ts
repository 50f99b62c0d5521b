import { join } from "node:path";
import { writeWhole } from "../write-whole.ts";

/** Tells other processes that a person has agreed to something. */
export interface ApprovalBell {
  /** The file that changes; whoever wants to know watches it. */
  readonly file: string;
  ring(at: number): Promise<void>;
}

/** A bell below the state folder: consents and pins lie in many files, and this one changes after each of them. */
export function createApprovalBell(stateFolder: string): ApprovalBell {
  const file = join(stateFolder, "mcp", "approved-at");
  return { file, ring: (at) => writeWhole(file, `${at}\n`) };
}
