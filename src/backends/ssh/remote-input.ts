import { Fault, type ShellHandle } from "../../kernel/index.ts";
import { AgentRefusal } from "./channel.ts";
import { PIECE_BYTES } from "./in-pieces.ts";
import type { RemoteCommand } from "./remote-command.ts";

/** The standard input of a process on a host, or of one that was started without. */
export function createRemoteInput(
  running: RemoteCommand,
  isOpen: boolean,
): Pick<ShellHandle, "write" | "closeInput"> {
  return {
    write: async (input) => {
      if (!isOpen) {
        throw new Fault("unavailable", "The process was started without an open standard input.");
      }
      await writeInput(running, input);
    },
    closeInput: () => running.closeInput(),
  };
}

/** Gives a command all its input and then the end of it; one that does not want it all has its reasons. */
export async function giveInput(running: RemoteCommand, input: string | Uint8Array): Promise<void> {
  await writeInput(running, input).catch(() => undefined);
  running.closeInput();
}

/** No more of it is on its way at once than the process takes. */
async function writeInput(running: RemoteCommand, input: string | Uint8Array): Promise<void> {
  const bytes = typeof input === "string" ? Buffer.from(input, "utf8") : input;
  try {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      await running.write(bytes.subarray(start, start + PIECE_BYTES));
    }
  } catch (error) {
    if (!(error instanceof AgentRefusal)) throw error;
    throw new Fault("tool_error", "The process takes no more input: its standard input is closed.");
  }
}
