import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import {
  approvedNet,
  type ExaminedTouch,
  guardedSearch,
  isWithin,
  type PathTouch,
} from "../../control/index.ts";
import type { ToolContext } from "../../kernel/index.ts";
import type { Governance } from "./governance.ts";

/** The files below further roots beside a session's own. */
export type Widen = (roots: readonly string[]) => Pick<ToolContext, "fs" | "search">;

/** What a call may be given reach by. */
interface Reach extends Pick<Governance, "ground" | "shellDesk"> {
  readonly widen: Widen;
}

/**
 * The context of a call that may run: it reaches the places outside that were judged, and no others; it searches past
 * sensitive files, no longer asks about the URLs it was let through for, and runs commands in the sandbox.
 */
export async function reachOf(
  ctx: ToolContext,
  touches: readonly ExaminedTouch[],
  { ground: { roots, hidden }, widen, shellDesk }: Reach,
): Promise<ToolContext> {
  const outside = touches.filter(
    (touch): touch is PathTouch => touch.kind === "path" && isOutside(touch, roots),
  );
  const further = await Promise.all(outside.map(rootFor));
  const { fs, search } = further.length === 0 ? ctx : widen(further);
  const urls = touches.flatMap((touch) => (touch.kind === "url" ? [touch.url] : []));
  const runsCommand = touches.some(({ kind }) => kind === "command");
  const shell = runsCommand ? await (await shellDesk()).shell(ctx.shell) : ctx.shell;
  const guarded = guardedSearch(search, { touches, hidden });
  return { ...ctx, fs, search: guarded, net: approvedNet(ctx.net, urls), shell };
}

/** Where nobody could tell where a path leads, no root would help. */
function isOutside({ real }: PathTouch, roots: readonly string[]): boolean {
  return real !== undefined && !roots.some((root) => isWithin(real, root));
}

/** What is only looked at is opened itself; what is changed is changed from the folder it lies in. */
async function rootFor({ op, real = "/" }: PathTouch): Promise<string> {
  const isLook = op === "read" || op === "list";
  return isLook && (await exists(real)) ? real : nearestFolder(dirname(real));
}

async function nearestFolder(path: string): Promise<string> {
  return path === "/" || (await exists(path)) ? path : nearestFolder(dirname(path));
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
