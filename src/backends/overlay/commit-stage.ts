import { Fault, faultInfoOf, type Fs, type Replaced, StaleFileFault } from "../../kernel/index.ts";
import { type DoneStep, makeFolderBelow, removeBelow, type Step, writeBelow } from "./commit-steps.ts";
import { isSameBelow, lookBelow } from "./look-below.ts";
import type { Stage, Staged } from "./staged.ts";

/** Applies a whole stage to the Fs below, or nothing of it. */
export async function commitStage(lower: Fs, stage: Stage): Promise<readonly Replaced[]> {
  const steps = planSteps(stage);
  await requireUnchanged(lower, stage);
  const done: DoneStep[] = [];
  try {
    for (const step of steps) done.push(await step(lower));
  } catch (error) {
    throw await rolledBack(done, error);
  }
  return done.flatMap(({ written }) => (written === undefined ? [] : [written]));
}

type Entry = readonly [path: string, staged: Staged];

/**
 * Orders the steps so that each finds its folder: what stands in the way of something new goes first, and every other
 * removal last, because the removal of a link cannot be undone.
 */
function planSteps(stage: Stage): readonly Step[] {
  const entries = [...stage].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const arrivals = entries.filter(([, { kind }]) => kind !== "gone").map(([path]) => path);
  const isInTheWay = (path: string): boolean => arrivals.some((at) => `${path}/`.startsWith(`${at}/`));
  const removals = deepestFirst(entries.filter(([, staged]) => needsRemoval(staged)));
  return [
    ...removals.flatMap(([path, { below }]) => (isInTheWay(path) ? [removeBelow(path, below)] : [])),
    ...entries.flatMap(([path, { kind }]) => (kind === "folder" ? [makeFolderBelow(path)] : [])),
    ...entries.flatMap(([path, staged]) => (staged.kind === "file" ? [writeBelow(path, staged)] : [])),
    ...removals.flatMap(([path, { below }]) => (isInTheWay(path) ? [] : [removeBelow(path, below)])),
  ];
}

function needsRemoval({ kind, below }: Staged): boolean {
  return below.kind !== "absent" && below.kind !== kind;
}

/** Folders come after everything else, because what is in them may be known by another spelling of its path. */
function deepestFirst(removals: readonly Entry[]): readonly Entry[] {
  const folders = removals.filter(([, { below }]) => below.kind === "folder");
  const others = removals.filter(([, { below }]) => below.kind !== "folder");
  return [...others, ...folders.toReversed()];
}

async function requireUnchanged(lower: Fs, stage: Stage): Promise<void> {
  for (const [path, { below }] of stage) {
    if (!isSameBelow(await lookBelow(lower, path, false), below)) throw new StaleFileFault(path);
  }
}

async function rolledBack(done: readonly DoneStep[], error: unknown): Promise<unknown> {
  const stuck: string[] = [];
  for (const { path, undo } of done.toReversed()) {
    await undo().catch(() => stuck.push(path));
  }
  if (stuck.length === 0) return error;
  const { message } = faultInfoOf(error);
  return new Fault(
    "tool_error",
    `${message}; these could not be put back as they were: ${stuck.join(", ")}.`,
    {
      hint: "Look at them before going on.",
      cause: error,
    },
  );
}
