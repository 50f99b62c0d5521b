import { isFsFault, Fault, resolvePath, type ToolContext } from "../../kernel/index.ts";
import { didYouMean } from "./read/did-you-mean.ts";

/** Runs a piece of work on a file that has to be there; when it is not, the fault names near ones. */
export async function withNearNames<T>(
  ctx: Pick<ToolContext, "fs" | "cwd">,
  path: string,
  work: () => Promise<T>,
  otherwise?: string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFsFault(error, "ENOENT")) throw error;
    const near = await didYouMean(ctx.fs, resolvePath(ctx, path), path);
    throw new Fault("not_found", error.message, {
      hint: near ?? otherwise,
      cause: error,
    });
  }
}
