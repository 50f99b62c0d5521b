import type { SignInPage } from "../../../bridge/index.ts";
import { commandWord } from "../../../kernel/index.ts";
import type { SessionMcp } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { knownServer, refuseUnusable } from "../known-server.ts";
import { openBrowser, pageAddress } from "../open-browser.ts";
import { isWatched } from "../person.ts";
import { oneLine, printable } from "../printable.ts";
import { withProgress } from "../progress.ts";
import { serverPage } from "../server-page.ts";
import type { SessionFlags } from "../session-flags.ts";
import type { AskingStreams } from "../terminal-asker.ts";
import type { Terminal } from "../terminal.ts";
import { mcpStatus, serverJson } from "./mcp-status.ts";

/** The flags of `deckhand mcp connect`. */
export interface McpConnectFlags extends SessionFlags {
  /** False with --no-browser. */
  readonly browser?: boolean;
  /** What the sign-in has to allow. */
  readonly scope?: string;
}

/** The way to a person who may have to sign in. */
export interface SignInReach {
  readonly streams: AskingStreams;
  /** Shows a page; false where nothing can. */
  readonly show: (url: string) => Promise<boolean>;
}

const OWN_REACH: SignInReach = {
  streams: { input: process.stdin, output: process.stderr },
  show: (url) => openBrowser(url),
};

/** `deckhand mcp connect ID`: connects a server now; a person at a terminal signs in where that is needed. */
export async function mcpConnect(
  mcp: SessionMcp,
  id: string,
  flags: McpConnectFlags,
  terminal: Terminal,
  reach: SignInReach = OWN_REACH,
): Promise<number> {
  knownServer(mcp, id);
  const isAsked = flags.json !== true && (await isWatched(reach.streams));
  await mcp.connect(id, {
    cancel: terminal.interrupt,
    ...(flags.scope === undefined ? {} : { scope: flags.scope }),
    ...(isAsked
      ? { openBrowser: (url, about) => signIn({ ...about, url, id }, flags, terminal, reach) }
      : {}),
  });
  return tellOne(mcp, id, flags, terminal);
}

/** `deckhand mcp reconnect [ID]`: reads the configuration again and connects one server, or all, anew. */
export async function mcpReconnect(
  mcp: SessionMcp,
  id: string | undefined,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  const wanted = id === undefined ? undefined : knownServer(mcp, id).id;
  await withProgress("connecting", terminal, mcp.reconnect(wanted));
  if (id !== undefined) return tellOne(mcp, id, flags, terminal);
  return mcpStatus(mcp, undefined, flags, terminal);
}

/** `deckhand mcp disconnect ID`: ends a server and withdraws its tools, until somebody connects it. */
export async function mcpDisconnect(
  mcp: SessionMcp,
  id: string,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  knownServer(mcp, id);
  await mcp.disconnect(id);
  const server = knownServer(mcp, id);
  if (flags.json === true)
    terminal.out(JSON.stringify({ status: "ok", server: serverJson(server, mcp.tools()) }));
  else {
    terminal.out(`${oneLine(id)} is disconnected`);
    terminal.note(printable(`Its tools are gone until: deckhand mcp connect ${commandWord(id)}`));
  }
  return EXIT.ok;
}

interface SignIn extends SignInPage {
  readonly id: string;
  readonly url: string;
}

/** The address is always printed: the browser may be on another machine than this terminal. */
async function signIn(
  { id, url, issuer, earlier }: SignIn,
  { browser }: McpConnectFlags,
  terminal: Terminal,
  { show }: SignInReach,
): Promise<void> {
  const page = pageAddress(url);
  terminal.note(
    `${oneLine(id)} wants you to sign in with ${oneLine(issuer, 200)}, at:\n\n  ${printable(page)}\n`,
  );
  if (earlier !== undefined) {
    const warning = terminal.paint("yellow", "This is somebody else than before:", "note");
    terminal.note(`${warning} you signed in with ${oneLine(earlier, 200)}. Go on only if you know why.`);
  }
  if (browser === false || !(await show(page)))
    terminal.note("Open it in a browser of this machine; this command goes on when you are done.");
}

function tellOne(mcp: SessionMcp, id: string, { json }: SessionFlags, terminal: Terminal): number {
  const server = knownServer(mcp, id);
  refuseUnusable(server);
  if (json === true) terminal.out(JSON.stringify({ status: "ok", server: serverJson(server, mcp.tools()) }));
  else terminal.out(serverPage([server], mcp.tools(), terminal));
  return EXIT.ok;
}
