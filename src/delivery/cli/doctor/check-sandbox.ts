import { openSandbox } from "../../../backends/index.ts";
import { stateFolder } from "../../../store/index.ts";
import type { Check } from "./check.ts";

/** Whether commands can be held back, found out by trying. */
export async function checkSandbox(cwd: string, isWanted: boolean): Promise<readonly Check[]> {
  if (!isWanted) {
    return [
      {
        name: "sandbox",
        state: "warn",
        says: "your configuration switches it off: commands reach whatever you can",
        mend: "take sandbox.enabled out of your configuration (deckhand config show)",
      },
    ];
  }
  const sandbox = openSandbox({ cwd, hidden: [stateFolder()] });
  try {
    const found = await sandbox.probe();
    return [
      found.works
        ? { name: "sandbox", state: "ok", says: "commands are held back" }
        : {
            name: "sandbox",
            state: "fail",
            says: `commands cannot be held back: ${found.why}`,
            mend: found.hint,
          },
    ];
  } finally {
    sandbox.close();
  }
}
