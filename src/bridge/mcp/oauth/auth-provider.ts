import type { AuthProvider } from "@modelcontextprotocol/client";
import type { Clock } from "../../../kernel/index.ts";
import { loadSdk } from "../wire/sdk.ts";
import { renewTokens } from "./renew-tokens.ts";
import { type SignInServer, tokenScopeOf } from "./token-scope.ts";
import type { SignedIn, TokenStore } from "./token-store.ts";

/** What a provider needs. */
export interface AuthProviderOptions {
  readonly tokens: TokenStore;
  readonly clock: Clock;
}

/** Says who we are at one server, by the sign-in a person made before; renews it, and never asks for a new one. */
export function createAuthProvider(
  server: SignInServer,
  { tokens, clock }: AuthProviderOptions,
): AuthProvider {
  let held: SignedIn | undefined;
  let renewing: Promise<void> | undefined;
  let renewedAt = -Infinity;
  return {
    token: async () => (held ??= await tokens.get(tokenScopeOf(server)))?.tokens.access_token,
    onUnauthorized: ({ response }) =>
      (renewing ??= renew(response).finally(() => {
        renewing = undefined;
      })),
  };

  async function renew(challenge: Response): Promise<void> {
    // Said of a request that was sent before the tokens were renewed.
    if (clock.monotonic() - renewedAt < LATE_ANSWER_MS) return;
    const used = held?.tokens.access_token;
    held = await renewTokens({ sdk: await loadSdk(), server, tokens, clock, used, challenge });
    renewedAt = clock.monotonic();
  }
}

const LATE_ANSWER_MS = 3_000;
