import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where Deckhand remembers things for this user, outside of every workspace. */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_STATE_HOME: state } = env;
  // A relative path is to be ignored, says the standard.
  if (state !== undefined && isAbsolute(state)) return join(state, "deckhand");
  return join(env["HOME"] || homedir(), ".local", "state", "deckhand");
}
