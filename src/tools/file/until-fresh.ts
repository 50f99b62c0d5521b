import { StaleFileFault, type ToolContext } from "../../kernel/index.ts";

/** Only other sessions and programs come in between, and each time one of them got through. */
const MOST_ATTEMPTS = 100;

/** Repeats a load-and-save from the start for as long as the file changes in between; one after the other in a session. */
export function untilFresh<T>(
  { cancel, state }: Pick<ToolContext, "cancel" | "state">,
  work: () => Promise<T>,
): Promise<T> {
  return state.inTurn(async () => {
    for (let attempt = 1; ; attempt += 1) {
      cancel.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StaleFileFault) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  });
}
