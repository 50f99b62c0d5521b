import { resolve } from "node:path";
import type { RealPath } from "./examine-touches.ts";

/** Where a session may move: real paths, so that they compare with what was really reached. */
export interface Ground {
  readonly roots: readonly string[];
  /** Folders in which bounded callers may write. */
  readonly safePaths: readonly string[];
  /** Folders nobody's tool may look into: keys, approvals, consents. */
  readonly hidden: readonly string[];
  /** Files and folders no tool may change, wherever a person keeps them: the user's own configuration. */
  readonly guarded?: readonly string[];
}

/** What a ground is made of; paths are anchored at the working directory. */
export interface GroundPlan {
  readonly cwd: string;
  readonly extraRoots?: readonly string[];
  readonly safePaths?: readonly string[];
  readonly hidden?: readonly string[];
  readonly guarded?: readonly string[];
  readonly realPath: RealPath;
}

/** Where bounded callers may write unless told otherwise. */
const SAFE_PATHS: readonly string[] = [".deckhand/scratch"];

/** Surveys the ground of a session once, when it opens. */
export async function surveyGround(plan: GroundPlan): Promise<Ground> {
  const { cwd, extraRoots = [], safePaths = SAFE_PATHS, hidden = [], guarded = [], realPath } = plan;
  const real = async (path: string): Promise<string> => (await realPath(path)) ?? path;
  const realCwd = await real(cwd);
  return {
    roots: [realCwd, ...(await Promise.all(extraRoots.map((root) => real(resolve(cwd, root)))))],
    // Links on the way are not followed here: a safe folder that was replaced by a link is not safe any more.
    safePaths: safePaths.map((path) => resolve(realCwd, path)),
    hidden: await Promise.all(hidden.map((path) => real(resolve(cwd, path)))),
    guarded: await Promise.all(guarded.map((path) => real(resolve(cwd, path)))),
  };
}
