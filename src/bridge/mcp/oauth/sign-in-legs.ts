import { Fault } from "../../../kernel/index.ts";
import { quoted } from "../wire/quoted.ts";
import type { FetchLike } from "../wire/remote/remote-fetch.ts";
import type { Sdk } from "../wire/sdk.ts";
import type { FoundIssuer } from "./find-issuer.ts";
import { errorCodeOf } from "./oauth-refused.ts";
import { refuseUnfitAddress } from "./refuse-unfit-address.ts";
import type { SignInFlow } from "./sign-in-flow.ts";

/** What both ways of a sign-in need: there by the browser, and back. */
export interface SignInLeg {
  readonly sdk: Sdk;
  readonly flow: SignInFlow;
  readonly home: URL;
  readonly fetch: FetchLike;
}

/** How a sign-in begins. */
export interface BeginSignIn {
  readonly challenge: Response | undefined;
  /** What it has to allow, where that is more than the server asks of everybody. */
  readonly scope?: string | undefined;
}

/** Registers us where that is needed, and makes the address of the page. */
export async function beginSignIn({
  sdk,
  flow,
  home,
  fetch,
  challenge,
  scope: wanted,
}: SignInLeg & BeginSignIn): Promise<void> {
  const { scope = wanted } = !wanted && challenge ? sdk.extractWWWAuthenticateParams(challenge) : {};
  await told(() =>
    sdk.auth(flow.provider, { serverUrl: home, fetchFn: fetch, ...(scope === undefined ? {} : { scope }) }),
  );
  refuseUnfitAddress(flow.page(), home);
}

/** Takes what the browser brought back to the issuer, and to nobody else. */
export async function finishSignIn(
  params: URLSearchParams,
  leg: SignInLeg & { readonly found: FoundIssuer },
): Promise<void> {
  const { sdk, flow, home, fetch, found } = leg;
  const { authorizationServerMetadata: metadata } = found.discovery;
  const iss = params.get("iss") ?? undefined;
  const code = params.get("code");
  await told(async () => {
    // Before anything else of an answer is looked at: it may be somebody else's.
    sdk.validateAuthorizationResponseIssuer({
      iss,
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
    if (code === null || params.has("error")) throw turnedAway(found.issuer, params.get("error"));
    await sdk.auth(flow.provider, {
      serverUrl: home,
      authorizationCode: code,
      fetchFn: fetch,
      ...(iss === undefined ? {} : { iss }),
    });
  });
}

/** Says what the SDK threw as a fault; our own pass. */
async function told(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    throw new Fault("unavailable", `The sign-in failed: ${quoted(error.message, 500)}`, { cause: error });
  }
}

function turnedAway(issuer: string, error: string | null): Fault {
  const why = errorCodeOf({ error }) ?? "it sent no code";
  return new Fault("unavailable", `${quoted(issuer)} did not sign you in (${why}).`, { hint: "Try again." });
}
