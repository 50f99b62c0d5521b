import { StaleFileFault, type ToolContext } from "../../kernel/index.ts";

/** Each time a file changed meanwhile, another writer got through, so that many at once all get their turn. */
const MOST_ATTEMPTS = 100;

/** Repeats a load-and-save from the start for as long as the file changes in between. */
export async function untilFresh<T>(ctx: Pick<ToolContext, "cancel">, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    ctx.cancel.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StaleFileFault) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
