import type { RawResult } from "../../../bridge/index.ts";
import type { RemoteItem, SessionMcp } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { knownServer } from "../known-server.ts";
import { oneLine } from "../printable.ts";
import { withProgress } from "../progress.ts";
import {
  isObject,
  noteFaults,
  objectsIn,
  oneOf,
  printedText,
  refuseFailed,
  textField,
} from "../remote-items.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";

/** `deckhand mcp prompts [SERVER]`: the prompts that servers have, and what each takes. */
export async function mcpPrompts(
  mcp: SessionMcp,
  server: string | undefined,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  if (server !== undefined) knownServer(mcp, server);
  const found = await withProgress("asking", terminal, mcp.prompts(server));
  refuseFailed(mcp, server, found);
  const { items, faults } = found;
  if (flags.json === true) {
    const prompts = items.map(({ server: id, item }) => ({ server: id, prompt: item }));
    terminal.out(JSON.stringify({ prompts, faults }));
    return EXIT.ok;
  }
  noteFaults(faults, terminal);
  if (items.length === 0) terminal.note("There are no prompts.");
  else terminal.out(listing(items, terminal));
  return EXIT.ok;
}

/** A prompt to fill in, and what to fill it in with. */
export interface WantedPrompt {
  readonly server: string;
  readonly name: string;
  /** Each of the form key=value. */
  readonly words: readonly string[];
}

/** `deckhand mcp prompts SERVER NAME [key=value…]`: one prompt, filled in by its server. */
export async function mcpPrompt(
  mcp: SessionMcp,
  { server, name, words }: WantedPrompt,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  knownServer(mcp, server);
  const asked = mcp.getPrompt(server, name, Object.fromEntries(words.map(argument)));
  const result = await withProgress("asking", terminal, oneOf("prompts", server, asked));
  if (flags.json === true) terminal.out(JSON.stringify(result));
  else for (const message of objectsIn(result, "messages")) terminal.out(shown(message, terminal));
  return EXIT.ok;
}

function argument(word: string): readonly [string, string] {
  const at = word.indexOf("=");
  if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
  throw new UsageFault(
    `${JSON.stringify(word)} is not of the form key=value.`,
    "Arguments of prompts are text.",
  );
}

function listing(items: readonly RemoteItem[], terminal: Terminal): string {
  const head = ["SERVER", "PROMPT", "ARGUMENTS", "WHAT IT IS FOR"].map((title) =>
    terminal.paint("dim", title),
  );
  const rows = items.map(({ server, item }) => [
    terminal.paint("bold", oneLine(server, 40)),
    oneLine(textField(item, "name") ?? "-"),
    oneLine(objectsIn(item, "arguments").map(argumentName).join(", ") || "-"),
    oneLine(textField(item, "description") ?? textField(item, "title") ?? "", 200),
  ]);
  return table([head, ...rows]);
}

function argumentName(taken: RawResult): string {
  const name = textField(taken, "name") ?? "?";
  return taken["required"] === true ? name : `[${name}]`;
}

function shown({ role, content }: RawResult, terminal: Terminal): string {
  const blocks = (Array.isArray(content) ? content : [content]).filter((each): each is RawResult =>
    isObject(each),
  );
  const who = terminal.paint("bold", `${oneLine(typeof role === "string" ? role : "?", 20)}:`);
  return [who, ...blocks.map((block) => printedText(textOf(block), terminal))].join("\n");
}

/** What is no text is named, not shown. */
function textOf(block: RawResult): string {
  const { resource } = block;
  const text = textField(block, "text") ?? (isObject(resource) ? textField(resource, "text") : undefined);
  if (text !== undefined) return text;
  const type = textField(block, "type") ?? "something";
  const about = textField(block, "uri") ?? textField(block, "mimeType");
  return `[${type}${about === undefined ? "" : `: ${about}`}; --json shows it whole]`;
}
