import {
  type Alternative,
  type Change,
  type Evidence,
  isFsFault,
  type Replaced,
  StaleFileFault,
  type ToolContext,
} from "../../../kernel/index.ts";
import type { FilePatch } from "./file-patch.ts";
import type { PatchedFile } from "./patch-report.ts";
import { stageFile } from "./stage-file.ts";

/** What a patch did. */
export interface AppliedPatch {
  readonly files: readonly PatchedFile[];
  readonly changes: readonly Change[];
  readonly evidence: readonly Evidence[];
  /** Where its hunks fit as well. */
  readonly alternatives: readonly Alternative[];
}

/** Applies the files of a patch in order, each to what the ones before it left, and commits them as one. */
export async function applyPatch(ctx: ToolContext, patches: readonly FilePatch[]): Promise<AppliedPatch> {
  const fs = ctx.stage(ctx.fs);
  const files: PatchedFile[] = [];
  const changes: Change[] = [];
  const alternatives: Alternative[] = [];
  const known = new Map<string, Evidence>();
  const spellings = new Map<string, string>();
  const staging = { ...ctx, fs, state: { ...ctx.state, seen: seenWith(ctx, known) } };
  try {
    for (const patch of patches) {
      ctx.cancel.throwIfAborted();
      const staged = await stageFile(staging, patch);
      files.push(staged.file);
      for (const change of staged.changes)
        spellings.set(change.path, change.kind === "delete" ? patch.path : staged.file.path);
      changes.push(...staged.changes);
      alternatives.push(...(staged.alternatives ?? []));
      for (const evidence of staged.evidence) known.set(evidence.path, evidence);
    }
    ctx.cancel.throwIfAborted();
    const replaced = await fs.commit().catch((error: unknown) => {
      throw inCallersWords(error, (path) => spellings.get(path) ?? withoutCwd(ctx, path));
    });
    const evidence = asCommitted([...known.values()], replaced);
    return { files, changes: mergeChanges(changes), evidence, alternatives };
  } finally {
    fs.drop();
  }
}

/** A file that the patch has already changed is known as the patch left it. */
function seenWith(
  { state }: ToolContext,
  known: ReadonlyMap<string, Evidence>,
): ToolContext["state"]["seen"] {
  return {
    isRequired: state.seen.isRequired,
    record: (evidence) => state.seen.record(evidence),
    of: (path) => {
      const staged = known.get(path);
      return staged === undefined ? state.seen.of(path) : [staged];
    },
  };
}

/** A commit speaks of the files it really wrote; the caller knows them by the names in the patch. */
function inCallersWords(error: unknown, nameOf: (path: string) => string): unknown {
  if (error instanceof StaleFileFault) return new StaleFileFault(nameOf(error.path));
  if (!isFsFault(error) || error.place.path === undefined) return error;
  return error.spelled(nameOf(error.place.path));
}

/** Folders that files need have no name in the patch. */
function withoutCwd({ cwd }: ToolContext, path: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

/** Committed files have other identities than staged ones; what was moved or deleted again has none. */
function asCommitted(evidence: readonly Evidence[], replaced: readonly Replaced[]): Evidence[] {
  const identities = new Map(replaced.map(({ path, identity }) => [path, identity]));
  return evidence.flatMap((seen) => {
    const identity = identities.get(seen.path);
    return identity === undefined ? [] : [{ ...seen, identity }];
  });
}

/** One change a file, from what it was before the first to what it is after the last. */
function mergeChanges(changes: readonly Change[]): Change[] {
  const ends = new Map<string, { readonly first: Change; readonly last: Change }>();
  for (const change of changes) {
    ends.set(change.path, { first: ends.get(change.path)?.first ?? change, last: change });
  }
  return [...ends.values()].flatMap(({ first, last }) => merge(first, last));
}

function merge(first: Change, last: Change): Change[] {
  const existed = first.kind !== "create";
  const exists = last.kind !== "delete";
  if (!existed && !exists) return [];
  return [
    {
      path: first.path,
      kind: existed ? (exists ? "update" : "delete") : "create",
      ...(existed && first.before !== undefined ? { before: first.before } : {}),
      ...(exists && last.after !== undefined ? { after: last.after } : {}),
    },
  ];
}
