import type { AuthProvider } from "@modelcontextprotocol/client";
import { type Clock, Fault, systemClock } from "../../../kernel/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import { loadSdk } from "../wire/sdk.ts";
import { createAuthProvider } from "./auth-provider.ts";
import type { OAuthRegistration } from "./registration.ts";
import { signIn, type SignInOptions } from "./sign-in.ts";
import type { TokenStore } from "./token-store.ts";

/** What signing in works with. */
export interface OAuthOptions {
  readonly tokens: TokenStore;
  readonly clock?: Clock | undefined;
  /** Who we are at servers whose authorization servers were told of us beforehand; at others we register ourselves. */
  readonly registrationFor?: ((server: McpServer) => OAuthRegistration | undefined) | undefined;
  /** How long a person may take to sign in. */
  readonly patienceMs?: number | undefined;
}

/** Signing in at remote servers. */
export interface OAuth {
  /** Who we are at a server, by the sign-in that is kept; opens no browser, whatever the server says. */
  readonly providerFor: (server: McpServer) => AuthProvider | undefined;
  /** Signs a person in, anew also where they were before; only for a person who asked for it. */
  readonly signIn: (server: McpServer, options?: SignInOptions) => Promise<void>;
}

const FIVE_MINUTES_MS = 5 * 60_000;

/** Signs in at remote servers by OAuth 2.1, and keeps each sign-in to its server and its issuer. */
export function createOAuth({
  tokens,
  clock = systemClock,
  registrationFor,
  patienceMs = FIVE_MINUTES_MS,
}: OAuthOptions): OAuth {
  return {
    providerFor: (server) =>
      server.transport === "stdio" ? undefined : createAuthProvider(server, { tokens, clock }),
    signIn: async (server, options = {}) => {
      if (server.transport === "stdio") {
        throw new Fault(
          "invalid_input",
          `The server "${server.id}" is a program of this machine; nobody signs in at it.`,
        );
      }
      const registration = registrationFor?.(server);
      await signIn(server, options, { sdk: await loadSdk(), tokens, clock, registration, patienceMs });
    },
  };
}
