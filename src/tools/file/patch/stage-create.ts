import { dirname } from "node:path";
import { type Change, type Evidence, Fault, isFsFault, type ToolContext } from "../../../kernel/index.ts";
import { wholeEvidence } from "../renew-evidence.ts";
import { spelled } from "../spelled.ts";

/** Where a patch is put together before it is committed: the context of the call over a staged Fs. */
export type Staging = Pick<ToolContext, "fs" | "cwd" | "state">;

/** What creating a file changed and left known. */
export interface StagedCreation {
  readonly change: Change;
  readonly evidence: Evidence;
}

/** Puts a new file into the stage, with the folders it needs; one that is there already is refused. */
export async function stageCreate(
  ctx: Staging,
  path: string,
  bytes: Uint8Array,
  mode?: number,
): Promise<StagedCreation> {
  return spelled(ctx, path, async (resolved) => {
    await ctx.fs.mkdir(dirname(resolved)).catch((error: unknown) => {
      throw isFsFault(error, "EEXIST", "ENOTDIR") ? belowFile(path) : error;
    });
    if (await ctx.fs.exists(resolved)) throw alreadyThere(path);
    const options = { expect: "absent", ...(mode === undefined ? {} : { mode }) } as const;
    const replaced = await ctx.fs.replace(resolved, bytes, options).catch((error: unknown) => {
      throw isFsFault(error, "EEXIST") ? alreadyThere(path) : error;
    });
    const evidence = wholeEvidence(replaced.path, replaced.identity, [bytes]);
    const after = { digest: evidence.whole, bytes: bytes.length };
    return { change: { path: replaced.path, kind: "create", after }, evidence };
  });
}

function belowFile(path: string): Fault {
  return new Fault("tool_error", `${path} cannot be created: ${dirname(path)} is or lies below a file.`, {
    hint: "Choose a path whose folders are folders, or put *** Delete File for that file first.",
  });
}

function alreadyThere(path: string): Fault {
  return new Fault("tool_error", `${path} is already there, so it cannot be created. Nothing was changed.`, {
    hint: "Change it with *** Update File, or put *** Delete File for it first.",
  });
}
