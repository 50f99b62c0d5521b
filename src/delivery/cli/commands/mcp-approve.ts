import { canonicalDigest } from "../../../control/index.ts";
import { commandWord, Fault } from "../../../kernel/index.ts";
import type { McpReview, SessionMcp } from "../../../session/index.ts";
import { askLine } from "../ask-line.ts";
import { EXIT } from "../exit-code.ts";
import { refuseUnknownName, refuseUnknownTool } from "../known-server.ts";
import { type Person, requirePerson } from "../person.ts";
import { oneLine, printable } from "../printable.ts";
import { withProgress } from "../progress.ts";
import { type SessionFlags, USUAL_SESSION } from "../session-flags.ts";
import type { AskingStreams } from "../terminal-asker.ts";
import type { Terminal } from "../terminal.ts";
import { withKnownId, withRecords } from "../with-records.ts";

/** The flags of `deckhand mcp approve`. */
export interface McpApproveFlags extends SessionFlags {
  readonly yes?: boolean;
}

/** `deckhand mcp approve NAME`: shows a person what there is to agree to, whole, and agrees to exactly that. */
export async function mcpApprove(
  mcp: SessionMcp,
  name: string,
  flags: McpApproveFlags,
  terminal: Terminal,
  streams: AskingStreams = { input: process.stdin, output: process.stderr },
): Promise<number> {
  const review = await reviewOf(mcp, name, terminal);
  if (!review.isNeeded) return nothingWaits(review, flags, terminal);
  const person = await requirePerson(streams, {
    what: "agree to other people's servers and tools",
    command: `deckhand mcp approve ${commandWord(name)}`,
  });
  if (!(await isSure(review, flags, person, terminal, streams))) {
    terminal.note("It was not approved.");
    return EXIT.error;
  }
  await mcp.approve(review);
  await note(review, person, flags);
  if (flags.json === true) terminal.out(JSON.stringify({ status: "ok", ...reviewJson(review) }));
  else terminal.out(`approved ${oneLine(name)}`);
  return EXIT.ok;
}

/** What a person let in belongs into the trail as much as what they let through. */
function note({ name, server, changes }: McpReview, { by }: Person, flags: SessionFlags): Promise<void> {
  return withRecords(flags, async (records) => {
    const audit = await records.audit();
    await audit.approved({
      session: flags.session ?? USUAL_SESSION,
      trace: server.hash,
      tool: name,
      input: {
        digest: canonicalDigest(changes),
        preview: changes.map(({ name: one, what }) => `${one}: ${what}`).join("; "),
      },
      note: `approved by ${by}: MCP ${name === server.id ? "server" : "tool"} ${name}`,
    });
  });
}

/** `deckhand mcp diff NAME`: the same without agreeing; like diff it ends with 1 when there is something to see. */
export async function mcpDiff(
  mcp: SessionMcp,
  name: string,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  const review = await reviewOf(mcp, name, terminal);
  if (!review.isNeeded) return nothingWaits(review, flags, terminal);
  if (flags.json === true) terminal.out(JSON.stringify({ status: "needs_approval", ...reviewJson(review) }));
  else {
    terminal.out(shown(review));
    terminal.note(printable(`To agree to it: deckhand mcp approve ${commandWord(name)}`));
  }
  return EXIT.error;
}

async function reviewOf(mcp: SessionMcp, name: string, terminal: Terminal): Promise<McpReview> {
  refuseUnknownName(mcp, name);
  const review = await withKnownId(() => withProgress("looking", terminal, mcp.review(name)));
  if (name !== review.server.id) refuseUnknownTool(mcp, review.server.id, name);
  return review;
}

function nothingWaits(review: McpReview, { json }: SessionFlags, terminal: Terminal): number {
  if (json === true) terminal.out(JSON.stringify({ status: "ok", ...reviewJson(review) }));
  else terminal.note(`Nothing about ${oneLine(review.name)} waits for approval.`);
  return EXIT.ok;
}

/** Not the row itself: its variables are filled in, so it holds secrets. */
function reviewJson({ name, server, isNeeded, changes }: McpReview): object {
  return { name, server: server.id, isNeeded, changes };
}

function shown({ lines }: McpReview): string {
  return lines.map((line) => printable(line)).join("\n");
}

/** A prompt appears only where somebody sees it, and never with --json; a token without a terminal is sure by itself. */
async function isSure(
  review: McpReview,
  { yes, json }: McpApproveFlags,
  { isWatching }: Person,
  terminal: Terminal,
  streams: AskingStreams,
): Promise<boolean> {
  if (json === true && yes !== true) throw notWithJson(review);
  if (json !== true) terminal.note(shown(review));
  if (yes === true || !isWatching) return true;
  const typed = await askLine("approve exactly this? y/N > ", streams, terminal.interrupt);
  return typed.kind === "line" && ["y", "yes"].includes(typed.text.toLowerCase());
}

function notWithJson({ name }: McpReview): Fault {
  return new Fault("needs_approval", `${name} waits for approval, and with --json nobody is asked.`, {
    hint: "Add --yes once a person has seen it, or approve it without --json.",
  });
}
