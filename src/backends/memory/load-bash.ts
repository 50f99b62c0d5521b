import type * as JustBash from "just-bash";
import { Fault } from "../../kernel/index.ts";

/** Loads just-bash, which only those install who want a shell in memory. */
export async function loadBash(
  load: () => Promise<typeof JustBash> = () => import("just-bash"),
): Promise<typeof JustBash> {
  try {
    return await load();
  } catch (cause) {
    throw new Fault(
      "unavailable",
      "The in-memory shell needs the package just-bash, which is not installed.",
      {
        hint: "Install it with: npm install just-bash",
        cause,
      },
    );
  }
}
