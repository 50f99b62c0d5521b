import { isFsFault, resolvePath, type ToolContext } from "../../kernel/index.ts";

/** Runs a piece of work on a resolved path, with faults worded in the caller's own spelling of it. */
export async function spelled<T>(
  ctx: Pick<ToolContext, "cwd">,
  path: string,
  work: (resolved: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(resolvePath(ctx, path));
  } catch (error) {
    throw isFsFault(error) ? error.spelled(path) : error;
  }
}
