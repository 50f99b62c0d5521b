import type { Clock } from "../../../kernel/index.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";
import { remoteAddressOf } from "../wire/remote/remote-address.ts";
import type { Sdk } from "../wire/sdk.ts";
import { createAuthFetch } from "./auth-fetch.ts";
import { askForChallenge } from "./challenge.ts";
import { clientFor, type OAuthRegistration } from "./registration.ts";
import { createDeadline } from "./deadline.ts";
import { findIssuer, type FoundIssuer } from "./find-issuer.ts";
import { type Callback, openLoopbackListener } from "./loopback-listener.ts";
import { createSignInFlow } from "./sign-in-flow.ts";
import { beginSignIn, finishSignIn } from "./sign-in-legs.ts";
import { type SignInServer, tokenScopeOf } from "./token-scope.ts";
import { tokenSetOf } from "./token-set.ts";
import type { TokenStore } from "./token-store.ts";

/** How a person signs in. */
export interface SignInOptions {
  /** Shows a person the page to sign in at, and whose it is; without it nobody can sign in. */
  readonly openBrowser?: ((url: string, about: SignInPage) => Promise<void>) | undefined;
  readonly cancel?: AbortSignal | undefined;
  /** What it has to allow beside what the last one allowed. */
  readonly scope?: string | undefined;
}

/** Whose page a person is shown. */
export interface SignInPage {
  readonly issuer: string;
  /** Who signed them in before, where that was somebody else. */
  readonly earlier?: string | undefined;
}

/** What a sign-in works with. */
export interface SignInReach {
  readonly sdk: Sdk;
  readonly tokens: TokenStore;
  readonly clock: Pick<Clock, "now">;
  readonly registration?: OAuthRegistration | undefined;
  /** How long a person may take. */
  readonly patienceMs: number;
}

/** Signs a person in at a server: they are shown a page, and come back by a listener on this machine. */
export async function signIn(
  server: SignInServer,
  options: SignInOptions,
  reach: SignInReach,
): Promise<void> {
  const { openBrowser, cancel } = options;
  const { sdk, tokens, clock, registration, patienceMs } = reach;
  if (openBrowser === undefined) throw new NeedsSignIn(server.id);
  const scope = tokenScopeOf(server);
  const listener = await openLoopbackListener(registration?.redirectPort);
  const deadline = createDeadline(patienceMs, () => nobodyCame(server.id, listener.strangers()), cancel);
  try {
    const stop = deadline.signal;
    const fetch = createAuthFetch(server, stop);
    const { url: home } = remoteAddressOf(server);
    const challenge = await askForChallenge(server, stop);
    const found = await findIssuer({ sdk, home, fetch, challenge, preferred: registration?.issuer });
    const client = clientFor(registration, found.issuer, server.id);
    const flow = createSignInFlow({ found, redirectUrl: listener.redirectUrl, client });
    const kept = await tokens.get(scope);
    const more = options.scope && allOf(kept?.tokens.scope, options.scope);
    await beginSignIn({ sdk, flow, home, fetch, challenge, scope: more });
    const about = { issuer: found.issuer, earlier: earlierThan(found, kept?.issuer) };
    const [callback] = await Promise.all([
      listener.callback(flow.state, stop),
      openBrowser(flow.page().href, about),
    ]);
    await answering(callback, async () => {
      await finishSignIn(callback.params, { sdk, flow, home, fetch, found });
      const { client: known, tokens: given } = flow.outcome();
      const own = tokenSetOf(found.issuer, given);
      await tokens.update(scope, () => ({
        issuer: found.issuer,
        client: known,
        tokens: own,
        at: clock.now(),
      }));
    });
  } finally {
    deadline.clear();
    await listener.close();
  }
}

async function answering(callback: Callback, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await callback.reply(false);
    throw error;
  }
  await callback.reply(true);
}

/** Nothing that was allowed before is lost by asking for more. */
function allOf(granted: string | undefined, more: string): string {
  return [...new Set([...(granted?.split(" ") ?? []), ...more.split(" ")])].join(" ");
}

function earlierThan({ issuer }: FoundIssuer, kept: string | undefined): string | undefined {
  return kept === issuer ? undefined : kept;
}

function nobodyCame(server: string, strangers: number): string {
  const seen = strangers === 0 ? "" : ` ${strangers} answers did not belong to it and were turned away.`;
  return `Nobody finished the sign-in at the server "${server}" in time.${seen}`;
}
