import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../../kernel/index.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";
import { quoted } from "../wire/quoted.ts";
import { remoteAddressOf } from "../wire/remote/remote-address.ts";
import type { Sdk } from "../wire/sdk.ts";
import { createAuthFetch } from "./auth-fetch.ts";
import { createDeadline } from "./deadline.ts";
import { findIssuer, type FoundIssuer, isSameIssuer } from "./find-issuer.ts";
import { OAuthRefused } from "./oauth-refused.ts";
import { type SignInServer, tokenScopeOf } from "./token-scope.ts";
import { tokenSetOf } from "./token-set.ts";
import type { SignedIn, TokenStore } from "./token-store.ts";

/** Tokens that a server did not accept, and what it takes to get others. */
export interface RenewRequest {
  readonly sdk: Sdk;
  readonly server: SignInServer;
  readonly tokens: TokenStore;
  readonly clock: Pick<Clock, "now">;
  /** The access token that was not accepted; nothing when there was none to send. */
  readonly used: string | undefined;
  /** The answer that did not accept it. */
  readonly challenge: Response;
}

/**
 * Gets tokens that are newer than the ones used: those that somebody else got meanwhile, or new ones for the refresh token,
 * from the issuer of the sign-in and nobody else. Where a person is needed it is a fault; no browser is opened.
 */
export async function renewTokens(request: RenewRequest): Promise<SignedIn> {
  const { server, tokens, used } = request;
  const kept = await tokens.get(tokenScopeOf(server));
  if (kept === undefined) throw new NeedsSignIn(server.id);
  if (kept.tokens.access_token !== used) return kept;
  if (kept.tokens.refresh_token === undefined) throw ended(server.id);
  const deadline = createDeadline(
    MOST_MS,
    () => `The sign-in at "${server.id}" could not be renewed in time.`,
  );
  try {
    return await renewInTurn(request, deadline.signal);
  } finally {
    deadline.clear();
  }
}

/** How long it may take to get new tokens. */
const MOST_MS = 30_000;
/** How long others hold back: longer than it may take, so that whoever was killed at it holds them up only this long. */
const TURN_MS = 45_000;
const POLL_MS = 50;

async function renewInTurn(request: RenewRequest, stop: AbortSignal): Promise<SignedIn> {
  const { server, tokens, clock, used } = request;
  const scope = tokenScopeOf(server);
  const by = randomUUID();
  const kept = await takeTurn(request, by, stop);
  if (kept === undefined) throw new NeedsSignIn(server.id);
  if (kept.tokens.access_token !== used) return kept;
  try {
    const fresh = await refreshed(kept, request, stop);
    const { renewing: _, ...rest } = kept;
    const next: SignedIn = { ...rest, tokens: tokenSetOf(kept.issuer, fresh), at: clock.now() };
    // A person may have signed in anew meanwhile: then that counts.
    return (await tokens.update(scope, (now) => (now?.renewing?.by === by ? next : now))) ?? next;
  } catch (error) {
    const isOver = error instanceof OAuthRefused && SIGN_IN_AGAIN.has(error.error ?? "");
    await tokens.update(scope, (now) => (now?.renewing?.by === by ? turnedDown(now, isOver) : now));
    throw isOver ? ended(server.id, error) : error;
  }
}

/** Refusals that no repetition helps. */
const SIGN_IN_AGAIN = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

/** Waits for the turn to renew; ends as soon as there are other tokens, or none. */
async function takeTurn(
  { server, tokens, clock, used }: RenewRequest,
  by: string,
  stop: AbortSignal,
): Promise<SignedIn | undefined> {
  for (;;) {
    stop.throwIfAborted();
    const kept = await tokens.update(tokenScopeOf(server), (each) => {
      const now = clock.now();
      const isOurs = each?.tokens.access_token === used && isFree(each?.renewing, now);
      return each !== undefined && isOurs ? { ...each, renewing: { by, until: now + TURN_MS } } : each;
    });
    if (kept === undefined || kept.tokens.access_token !== used || kept.renewing?.by === by) return kept;
    await sleep(POLL_MS);
  }
}

/** A turn that ends long after any could was taken before the clock was set back. */
function isFree(turn: SignedIn["renewing"], now: number): boolean {
  return turn === undefined || turn.until <= now || turn.until > now + 2 * TURN_MS;
}

async function refreshed(
  { issuer, client, tokens }: SignedIn,
  { sdk, server, challenge }: RenewRequest,
  stop: AbortSignal,
): Promise<SignedIn["tokens"]> {
  const { url: home } = remoteAddressOf(server);
  const fetchFn = createAuthFetch(server, stop);
  const found = await findIssuer({ sdk, home, fetch: fetchFn, challenge, preferred: issuer });
  if (!isSameIssuer(found.issuer, issuer)) throw otherIssuer(server.id, found, issuer);
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = found.discovery;
  return sdk.refreshAuthorization(authorizationServerUrl, {
    ...(metadata === undefined ? {} : { metadata }),
    clientInformation: client,
    refreshToken: tokens.refresh_token ?? "",
    resource: resourceMetadata?.resource ?? sdk.resourceUrlFromServerUrl(home),
    fetchFn,
  });
}

/** The turn is given back; a refresh token that is worth nothing is not tried again. */
function turnedDown(signedIn: SignedIn, isOver: boolean): SignedIn {
  const { renewing: _, ...rest } = signedIn;
  if (!isOver) return rest;
  const { refresh_token: __, ...tokens } = rest.tokens;
  return { ...rest, tokens };
}

function ended(server: string, cause?: unknown): NeedsSignIn {
  return new NeedsSignIn(server, { reason: `The sign-in at the server "${server}" has ended`, cause });
}

function otherIssuer(server: string, found: FoundIssuer, issuer: string): NeedsSignIn {
  const reason = `The server "${server}" now wants its sign-in at ${quoted(found.issuer)} and not at ${quoted(issuer)}, where you signed in; nothing was sent there`;
  return new NeedsSignIn(server, { reason });
}
