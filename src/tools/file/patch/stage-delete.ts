import { type Change, digestOf, Fault, FsFault } from "../../../kernel/index.ts";
import { lengthOf } from "../renew-evidence.ts";
import { spelled } from "../spelled.ts";
import { applySplices } from "../splice.ts";
import { requireSeenWhole } from "../require-seen.ts";
import { loadFile, loadTextFile } from "../text-file.ts";
import type { Hunk } from "./file-patch.ts";
import { hunkSplices } from "./hunk-splices.ts";
import type { Staging } from "./stage-create.ts";
import { withNearNames } from "../with-near-names.ts";

/** Whether what a file held is gone for good, or is kept under another name. */
type Fate = "lost" | "moved";

/** Takes a file out of the stage; a folder is refused, and so is a file that holds more than the patch believes. */
export function stageDelete(
  ctx: Staging,
  path: string,
  hunks: readonly Hunk[],
  fate: Fate = "lost",
): Promise<Change> {
  return withNearNames(ctx, path, async () => {
    if (hunks.length > 0) await refuseRest(ctx, path, hunks);
    return spelled(ctx, path, async (resolved) => {
      const { isDirectory, isSymlink } = await ctx.fs.stat(resolved);
      if (isDirectory) throw folder(path);
      if (!isSymlink && fate === "lost" && ctx.state.seen.isRequired === true)
        requireSeenWhole(ctx, await loadFile(ctx, path));
      const change = isSymlink ? { path: resolved } : await contentOf(ctx, resolved);
      await ctx.fs.rm(resolved);
      return { ...change, kind: "delete" };
    });
  });
}

/** A unified diff spells out what it deletes. */
async function refuseRest(ctx: Staging, path: string, hunks: readonly Hunk[]): Promise<void> {
  const file = await loadTextFile(ctx, path);
  const { splices } = hunkSplices(file, hunks);
  const rest = lengthOf(applySplices(file.bytes, splices)) - file.encoding.bomBytes;
  if (rest === 0) return;
  throw new Fault(
    "tool_error",
    `${path} holds ${rest} bytes that the patch does not delete. Nothing was changed.`,
    {
      hint: "Read it again; to delete it whatever it holds, use *** Delete File.",
    },
  );
}

function folder(path: string): FsFault {
  return new FsFault("EISDIR", { syscall: "rm", path }, { hint: "A patch deletes files only, one by one." });
}

/** The largest file whose content a change still tells. */
const MOST_DIGESTED = 8 * 1024 * 1024;

async function contentOf(ctx: Staging, resolved: string): Promise<Pick<Change, "path" | "before">> {
  const file = await ctx.fs.open(resolved);
  try {
    if (file.size > MOST_DIGESTED) return { path: file.path };
    const bytes = await file.read(0, file.size);
    return { path: file.path, before: { digest: digestOf(bytes), bytes: bytes.length } };
  } finally {
    await file.close();
  }
}
