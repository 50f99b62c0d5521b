import { Fault } from "../../../kernel/index.ts";
import { quoted } from "../wire/quoted.ts";
import { isSameIssuer } from "./find-issuer.ts";
import type { OAuthClient } from "./token-store.ts";

/** Who we are at an authorization server that somebody registered us with. */
export interface OAuthRegistration {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Whose registration it is; a secret cannot be without, for it goes to nobody else. */
  readonly issuer?: string | undefined;
  /** The port of this machine that was registered to come back to. */
  readonly redirectPort?: number | undefined;
}

/** Who we are at this issuer by a registration; it is not shown to any other. */
export function clientFor(
  registration: OAuthRegistration | undefined,
  found: string,
  server: string,
): OAuthClient | undefined {
  if (registration === undefined) return undefined;
  const { clientId, clientSecret, issuer } = registration;
  if (issuer === undefined && clientSecret !== undefined) {
    throw new Fault(
      "invalid_input",
      `The client secret for the server "${server}" does not say whose it is.`,
      {
        hint: "Name the issuer it was made by beside it.",
      },
    );
  }
  if (issuer !== undefined && !isSameIssuer(issuer, found)) {
    throw new Fault(
      "unavailable",
      `The server "${server}" wants its sign-in at ${quoted(found)}, and the registration is for ${quoted(issuer)}; nothing was sent there.`,
    );
  }
  return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
}
