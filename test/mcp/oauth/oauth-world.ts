import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, type MockInstance, onTestFinished, vi } from "vitest";
import { createConnector } from "../../../src/bridge/mcp/wire/create-connector.ts";
import type { McpConnection } from "../../../src/bridge/mcp/wire/mcp-connection.ts";
import {
  createMemoryTokens,
  createOAuth,
  type McpServer,
  type OAuth,
  type OAuthOptions,
  rowHash,
  type SignInPage,
  type TokenScope,
  type TokenStore,
} from "../../../src/bridge/index.ts";
import { browse } from "./browser.ts";
import {
  type AuthorizationBehaviour,
  type AuthorizationServer,
  openAuthorizationServer,
} from "./open-authorization-server.ts";
import { openProtectedServer, type ProtectedServer } from "./open-protected-server.ts";

/** An authorization server, an MCP server that trusts it, and a person with a browser. */
export interface OAuthWorld {
  readonly issuer: AuthorizationServer;
  readonly mcp: ProtectedServer;
  readonly row: McpServer;
  readonly tokens: TokenStore;
  readonly oauth: OAuth;
  /** The pages a person was shown. */
  readonly pages: readonly (SignInPage & { readonly url: string })[];
  /** What their browser showed last. */
  readonly shown: readonly { readonly status: number; readonly text: string }[];
  /** The person signs in. */
  signIn(options?: { readonly cancel?: AbortSignal; readonly by?: OAuth }): Promise<void>;
  connect(by?: OAuth): Promise<McpConnection>;
}

/** Opens it for one test, which closes it. */
export async function openOAuthWorld(
  behaviour: AuthorizationBehaviour = {},
  options: Partial<OAuthOptions> = {},
): Promise<OAuthWorld> {
  const issuer = await openAuthorizationServer(behaviour);
  onTestFinished(() => issuer.close());
  const mcp = await openProtectedServer(issuer);
  onTestFinished(() => mcp.close());
  const tokens = options.tokens ?? createMemoryTokens();
  const oauth = createOAuth({ patienceMs: 10_000, ...options, tokens });
  const row = remoteRow(mcp.url);
  const pages: (SignInPage & { url: string })[] = [];
  const shown: { status: number; text: string }[] = [];
  return {
    issuer,
    mcp,
    row,
    tokens,
    oauth,
    pages,
    shown,
    signIn: ({ cancel, by = oauth } = {}) =>
      by.signIn(row, {
        cancel,
        openBrowser: async (url, about) => {
          pages.push({ url, ...about });
          // The person's browser goes its own way, and Deckhand does not wait for it.
          void browse(url).then(
            (page) => shown.push(page),
            () => {},
          );
        },
      }),
    connect: async (by = oauth) => {
      const connect = createConnector({
        programs: { start: () => Promise.reject(new Error("nothing is started here")) },
        environment: {},
        version: "1",
        authProviderFor: by.providerFor,
      });
      const connection = await connect(row, { cancel: new AbortController().signal });
      onTestFinished(() => connection.close());
      return connection;
    },
  };
}

/** A row of the user's own file for a server at an address. */
export function remoteRow(url: string, headers: Readonly<Record<string, string>> = {}): McpServer {
  const row = { id: "remote", transport: "http", url, headers } as const;
  const source = {
    file: "/config/mcp.json",
    host: "deckhand",
    origin: "user",
    workspace: "/work",
    isInWorkspace: false,
  } as const;
  return { ...row, source, declared: row, hash: rowHash(row) };
}

/** Where the sign-in of the world's server is kept. */
export function scopeOf({ mcp, row }: OAuthWorld): TokenScope {
  return { workspace: "", server: row.id, url: mcp.url };
}

/** The access token that is kept. */
export async function accessToken(world: OAuthWorld): Promise<string | undefined> {
  return (await world.tokens.get(scopeOf(world)))?.tokens.access_token;
}

/** Connects, calls a tool, and tells what it said. */
export async function echo(world: OAuthWorld, by = world.oauth): Promise<unknown> {
  const connection = await world.connect(by);
  const { content } = await connection.callTool("echo", { text: "hi" });
  return (content as { text: string }[])[0]?.text;
}

/** What went wrong, which something must. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error("nothing went wrong");
  return outcome;
}

/** A state folder until the test is over. */
export async function temporaryState(): Promise<string> {
  const state = await mkdtemp(join(tmpdir(), "deckhand-oauth-"));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  return state;
}

/** Fails every test of a file that writes to the console, as the SDK does when it discards tokens by itself. */
export function keepConsoleQuiet(): void {
  let said: readonly MockInstance[] = [];
  beforeEach(() => {
    said = (["warn", "error", "log"] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  });
  afterEach(() => {
    for (const each of said) expect(each.mock.calls).toEqual([]);
    vi.restoreAllMocks();
  });
}
