import { basename, dirname, join, normalize } from "node:path";
import { isResultHandle, resolvePath, type Touch, type UrlVerdict } from "../../kernel/index.ts";
import type { PathOp } from "../approval/approval.ts";
import type { CommandVerdict, JudgeCommand } from "./command-verdict.ts";

/** A touched path and where it really leads. */
export interface PathTouch {
  readonly kind: "path";
  readonly op: PathOp;
  /** As the caller spelled it. */
  readonly path: string;
  /** Absolute, `..` taken out by its text alone. */
  readonly spelled: string;
  /** Links followed; undefined when that cannot be told. */
  readonly real: string | undefined;
}

/** A command that is run, and what is thought of it where it runs. */
export interface CommandTouch {
  readonly kind: "command";
  readonly command: string;
  /** The folder it runs in, links followed; absent when that is the working directory. */
  readonly cwd?: string;
  readonly verdict: CommandVerdict;
}

/** A touch with everything a judge wants to know about it, so that judging needs no machine. */
export type ExaminedTouch =
  | PathTouch
  | CommandTouch
  | { readonly kind: "url"; readonly url: string; readonly verdict: UrlVerdict };

/**
 * Follows the links of an absolute path.
 * Contract: what does not exist is placed below the nearest folder that does, a dangling link at what it points to;
 * undefined when it cannot be told (a loop, no permission, NUL). Never throws.
 */
export type RealPath = (path: string) => Promise<string | undefined>;

/** What examining a touch takes. */
export interface Examination {
  readonly cwd: string;
  readonly realPath: RealPath;
  readonly judgeCommand: JudgeCommand;
  readonly judgeUrl: (url: string) => UrlVerdict;
}

/** Looks once at everything a call is about to touch; kept results are not touched, they are the session's own. */
export async function examineTouches(
  touches: readonly Touch[],
  examination: Examination,
): Promise<readonly ExaminedTouch[]> {
  const places = touches.filter((touch) => touch.kind !== "path" || !isResultHandle(touch.path));
  return Promise.all(places.map((touch) => examine(touch, examination)));
}

/** The names a touched path goes by. */
export function namesOf({ spelled, real }: PathTouch): readonly string[] {
  return real === undefined || real === spelled ? [spelled] : [spelled, real];
}

async function examine(touch: Touch, examination: Examination): Promise<ExaminedTouch> {
  switch (touch.kind) {
    case "path":
      return place(touch.path, touch.op, examination);
    case "command":
      return commandRun(touch.command, touch.cwd, examination);
    case "url":
      return { kind: "url", url: touch.url, verdict: examination.judgeUrl(touch.url) };
  }
}

async function commandRun(
  command: string,
  folder: string | undefined,
  { cwd, realPath, judgeCommand }: Examination,
): Promise<CommandTouch> {
  const anchored = resolvePath({ cwd }, folder ?? ".");
  const [real = anchored, own = cwd] = await Promise.all([realPath(anchored), realPath(cwd)]);
  if (folder === undefined || real === own)
    return { kind: "command", command, verdict: await judgeCommand(command, cwd) };
  return { kind: "command", command, cwd: real, verdict: await judgeCommand(command, real) };
}

async function place(path: string, op: PathOp, { cwd, realPath }: Examination): Promise<PathTouch> {
  // Not normalised before links are followed: behind a link, `..` means the parent of what it points to.
  const anchored = resolvePath({ cwd }, path);
  const real = op === "delete" ? await realName(anchored, realPath) : await realPath(anchored);
  return { kind: "path", op, path, spelled: withoutEndSlash(normalize(anchored)), real };
}

/** Deleting a link leaves alone what it points to. */
async function realName(path: string, realPath: RealPath): Promise<string | undefined> {
  const name = basename(path);
  if (name === "" || name === "." || name === "..") return realPath(path);
  const folder = await realPath(dirname(path));
  return folder === undefined ? undefined : join(folder, name);
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
