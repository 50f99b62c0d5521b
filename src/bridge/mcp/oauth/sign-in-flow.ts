import { randomBytes } from "node:crypto";
import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { Fault } from "../../../kernel/index.ts";
import type { FoundIssuer } from "./find-issuer.ts";
import type { OAuthClient, OAuthTokenSet } from "./token-store.ts";

/** One sign-in on its way; what it learns stays in it until it is done. */
export interface SignInFlow {
  readonly provider: OAuthClientProvider;
  /** What tells the answer to this sign-in from any other. */
  readonly state: string;
  /** Where a person signs in. */
  page(): URL;
  /** What came of it. */
  outcome(): { readonly client: OAuthClient; readonly tokens: OAuthTokenSet };
}

/** What a sign-in begins with. */
export interface SignInStart {
  readonly found: FoundIssuer;
  readonly redirectUrl: string;
  /** Who we are where we were registered beforehand; otherwise we register now, for this address to come back to. */
  readonly client?: OAuthClient | undefined;
}

/** Begins a sign-in by the rules of the SDK: it is asked for what it keeps, which here is one sign-in's memory. */
export function createSignInFlow({ found, redirectUrl, client: registered }: SignInStart): SignInFlow {
  const state = randomBytes(32).toString("base64url");
  const { issuer } = found;
  let { discovery } = found;
  let client: OAuthClient | undefined = registered;
  let tokens: OAuthTokenSet | undefined;
  let page: URL | undefined;
  let verifier: string | undefined;
  return {
    state,
    page: () => page ?? unfinished(issuer),
    outcome: () => (client && tokens ? { client, tokens } : unfinished(issuer)),
    provider: {
      redirectUrl,
      clientMetadata: {
        client_name: "Deckhand",
        redirect_uris: [redirectUrl],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: authMethodOf(found),
      },
      state: () => state,
      clientInformation: () => client && { ...client, issuer },
      saveClientInformation: (information) => {
        client = clientOf(information);
      },
      // A sign-in begins anew: what was given out before is not shown to anybody.
      tokens: () => undefined,
      saveTokens: (given) => {
        tokens = given;
      },
      redirectToAuthorization: (url) => {
        page = url;
      },
      saveCodeVerifier: (text) => {
        verifier = text;
      },
      codeVerifier: () => verifier ?? unfinished(issuer),
      ...(discovery.resourceMetadata === undefined ? { validateResourceURL: asResource } : {}),
      discoveryState: () => discovery,
      saveDiscoveryState: (next) => {
        discovery = next;
      },
    },
  };
}

/** What a token is for, where the server does not say what it calls itself. */
async function asResource(server: string | URL): Promise<URL> {
  return new URL(server);
}

/** A program on a person's machine keeps no secret; some authorization servers give it one all the same. */
function authMethodOf({ discovery }: FoundIssuer): string {
  const { token_endpoint_auth_methods_supported: supported = ["none"] } =
    discovery.authorizationServerMetadata ?? {};
  return METHODS.find((method) => supported.includes(method)) ?? "none";
}

const METHODS = ["none", "client_secret_basic", "client_secret_post"];

function clientOf(registered: OAuthClient): OAuthClient {
  const { client_id, client_secret, token_endpoint_auth_method } = registered;
  return {
    client_id,
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(token_endpoint_auth_method === undefined ? {} : { token_endpoint_auth_method }),
  };
}

function unfinished(issuer: string): never {
  throw new Fault("unavailable", `The sign-in at ${issuer} ended before it was done.`);
}
