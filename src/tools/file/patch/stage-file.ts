import { type Alternative, type Change, type Evidence, Fault, resolvePath } from "../../../kernel/index.ts";
import { renewEvidence } from "../renew-evidence.ts";
import { requireSeen } from "../require-seen.ts";
import { spelled } from "../spelled.ts";
import { applySplices } from "../splice.ts";
import { utf8Codec } from "../text/utf8-codec.ts";
import { type LoadedFile, loadFile, loadTextFile, saveSplices } from "../text-file.ts";
import type { FilePatch, Hunk } from "./file-patch.ts";
import { type HunkSplices, hunkSplices } from "./hunk-splices.ts";
import type { PatchedFile } from "./patch-report.ts";
import { stageCreate, type Staging } from "./stage-create.ts";
import { stageDelete } from "./stage-delete.ts";
import { withNearNames } from "../with-near-names.ts";

/** What one file of a patch did to the stage. */
export interface StagedFile {
  readonly file: PatchedFile;
  readonly changes: readonly Change[];
  readonly evidence: readonly Evidence[];
  readonly alternatives?: readonly Alternative[];
}

/** Puts what a patch asks for one file into the stage. */
export async function stageFile(ctx: Staging, patch: FilePatch): Promise<StagedFile> {
  switch (patch.kind) {
    case "add":
      return stageAdd(ctx, patch.path, patch.content, patch.executable ? 0o755 : undefined);
    case "delete":
      return {
        file: { kind: "delete", path: patch.path, ...countsOf(patch.hunks) },
        changes: [await stageDelete(ctx, patch.path, patch.hunks)],
        evidence: [],
      };
    case "update":
      return patch.moveTo === undefined || resolvePath(ctx, patch.path) === resolvePath(ctx, patch.moveTo)
        ? stageUpdate(ctx, patch.path, patch.hunks)
        : stageMove(ctx, patch.path, patch.moveTo, patch.hunks);
  }
}

async function stageAdd(ctx: Staging, path: string, content: string, mode?: number): Promise<StagedFile> {
  const { change, evidence } = await stageCreate(ctx, path, utf8Codec.encode(content), mode);
  const added = content.split("\n").length - (content === "" || content.endsWith("\n") ? 1 : 0);
  return { file: { kind: "add", path, added, removed: 0 }, changes: [change], evidence: [evidence] };
}

async function stageUpdate(ctx: Staging, path: string, hunks: readonly Hunk[]): Promise<StagedFile> {
  const file = await withNearNames(
    ctx,
    path,
    () => loadTextFile(ctx, path),
    "To create it, use *** Add File.",
  );
  const { splices, alternatives } = hunkSplices(file, hunks);
  const { change, evidence } = await saveSplices(ctx, file, splices);
  return {
    file: { kind: "update", path, ...countsOf(hunks) },
    changes: [change],
    evidence: [evidence],
    alternatives,
  };
}

async function stageMove(
  ctx: Staging,
  from: string,
  path: string,
  hunks: readonly Hunk[],
): Promise<StagedFile> {
  const { file, splices, alternatives } = await withNearNames(ctx, from, () => loadMoved(ctx, from, hunks));
  await refuseLink(ctx, from);
  const pieces = applySplices(file.bytes, splices);
  const { change, evidence } = await stageCreate(ctx, path, Buffer.concat(pieces), file.mode);
  const { identity } = evidence;
  const known = renewEvidence(
    { original: file, splices, pieces, identity },
    ctx.state.seen.of(file.realPath),
  );
  return {
    file: { kind: "move", path, from, ...countsOf(hunks) },
    changes: [await stageDelete(ctx, from, [], "moved"), change],
    // Moving a file shows nothing of it.
    evidence: [{ ...known, path: evidence.path }],
    alternatives,
  };
}

/** A file that only moves need not be text. */
async function loadMoved(
  ctx: Staging,
  from: string,
  hunks: readonly Hunk[],
): Promise<HunkSplices & { readonly file: LoadedFile }> {
  if (hunks.length === 0) return { file: await loadFile(ctx, from), splices: [], alternatives: [] };
  const file = await loadTextFile(ctx, from);
  const changed = hunkSplices(file, hunks);
  requireSeen(ctx, file, changed.splices);
  return { file, ...changed };
}

async function refuseLink(ctx: Staging, path: string): Promise<void> {
  const { isSymlink } = await spelled(ctx, path, (resolved) => ctx.fs.stat(resolved));
  if (!isSymlink) return;
  throw new Fault("tool_error", `${path} is a link; a patch moves files only. Nothing was changed.`, {
    hint: "Change the file it points to, or move the link with a command.",
  });
}

function countsOf(hunks: readonly Hunk[]): { added: number; removed: number } {
  const signs = hunks.flatMap((hunk) => hunk.lines.map((line) => line.sign));
  return {
    added: signs.filter((sign) => sign === "+").length,
    removed: signs.filter((sign) => sign === "-").length,
  };
}
