import { commandWord, Fault, faultInfoOf, nearestName } from "../../../kernel/index.ts";
import { quoted } from "../config/mcp-diagnostic.ts";

/** Nothing is called so. */
export function unknownServer(id: string, known: readonly string[]): Fault {
  const near = nearestName(id, known);
  const guess = near === undefined ? "" : `Did you mean ${quoted(near)}? `;
  const hint = known.length === 0 ? "No server is configured." : `${guess}Known: ${known.join(", ")}.`;
  return new Fault("not_found", `There is no MCP server called ${quoted(id)}.`, { hint });
}

/** Nobody has consented to it. */
export function notApproved(id: string, reason: string): Fault {
  return new Fault("denied_policy", `The server ${quoted(id)} may not be started: ${reason}.`, {
    hint: `A person can approve it: deckhand mcp approve ${commandWord(id)}`,
  });
}

/** It was tried, and this is what came of it; faults name the server themselves. */
export function notReached(id: string, error: unknown): Fault {
  const { message, hint } = faultInfoOf(error);
  const text = error instanceof Fault ? message : `The server ${quoted(id)} cannot be reached: ${message}`;
  return new Fault("unavailable", text, {
    hint:
      hint ??
      `deckhand mcp status shows what it wrote last; deckhand mcp reconnect ${commandWord(id)} tries again.`,
    cause: error,
  });
}

/** It failed so often that it is left alone for a while. */
export function leftAlone(id: string, last: unknown): Fault {
  const { message } = faultInfoOf(last);
  return new Fault("unavailable", `The server ${quoted(id)} is left alone, since it fails: ${message}`, {
    hint: `Once that is mended: deckhand mcp reconnect ${commandWord(id)}`,
    cause: last,
  });
}

/** Those who wait for it have waited long enough. */
export function stillStarting(id: string, ms: number): Fault {
  return new Fault("unavailable", `The server ${quoted(id)} has not started within ${seconds(ms)}.`, {
    hint: "It is still being started: try again in a while. startupTimeoutMs in its row has others wait longer.",
  });
}

/** It was given up. */
export function neverStarted(id: string, ms: number): Fault {
  return new Fault("timeout", `The server ${quoted(id)} did not start within ${seconds(ms)}.`, {
    hint: "startupTimeoutMs in its row gives it longer.",
  });
}

/** A person has ended it. */
export function wasDisconnected(id: string): Fault {
  return new Fault("unavailable", `The server ${quoted(id)} was disconnected.`, {
    hint: `Connect it again: deckhand mcp connect ${commandWord(id)}`,
  });
}

/** The configuration no longer has it. */
export function wasRemoved(id: string): Fault {
  return new Fault("unavailable", `The server ${quoted(id)} is no longer configured.`);
}

/** The session is over. */
export function fleetClosed(): Fault {
  return new Fault("unavailable", "The MCP servers of this session were closed.", {
    hint: "Open a new session.",
  });
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
