import type { RawResult } from "../../bridge/index.ts";
import { commandWord, Fault, stripTerminalEscapes } from "../../kernel/index.ts";
import type { RemoteItems, SessionMcp } from "../../session/index.ts";
import { knownServer, refuseUnusable } from "./known-server.ts";
import { oneLine, printable } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

/** Refuses an answer that is nothing but failures: the one server that was asked, or every one of them. */
export function refuseFailed(
  mcp: SessionMcp,
  server: string | undefined,
  { items, faults }: RemoteItems,
): void {
  const [first] = faults;
  if (first === undefined || (server === undefined && items.length > 0)) return;
  refuseUnusable(knownServer(mcp, first.server));
  throw new Fault("unavailable", `${first.server}: ${first.message}`, {
    hint: "`deckhand mcp status` says how every server does.",
  });
}

/** Waits for one thing of a server; a server that only says no has a listing that says what there is. */
export async function oneOf<T>(kind: "resources" | "prompts", server: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Fault) || error.hint !== undefined) throw error;
    const hint = `\`deckhand mcp ${kind} ${commandWord(server)}\` lists what there is.`;
    throw new Fault(error.code, error.message, { hint, cause: error });
  }
}

/** Tells a person which servers could not be asked. */
export function noteFaults(faults: RemoteItems["faults"], terminal: Terminal): void {
  for (const { server, message } of faults) {
    terminal.note(
      `${terminal.paint("yellow", "left out:", "note")} ${oneLine(server, 40)}: ${oneLine(message, 500)}`,
    );
  }
}

/** A field of somebody's description, if it is a text. */
export function textField(item: RawResult, name: string): string | undefined {
  const value = Object.hasOwn(item, name) ? item[name] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** What is an object among the elements of a field; nothing when the field is no list. */
export function objectsIn(item: RawResult, name: string): readonly RawResult[] {
  const value = item[name];
  return Array.isArray(value) ? value.filter((each): each is RawResult => isObject(each)) : [];
}

/** Tells objects from everything else. */
export function isObject(value: unknown): value is RawResult {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A server's text as it is printed: without escapes, and for a person's eyes with nothing unseen. */
export function printedText(text: string, terminal: Terminal): string {
  return terminal.isInteractive ? printable(text) : stripTerminalEscapes(text);
}
