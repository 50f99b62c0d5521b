import { Fault } from "../../../kernel/index.ts";
import type { OAuthTokenSet } from "./token-store.ts";

/** What is kept of tokens that were given out; those that cannot be sent safely are refused without being shown. */
export function tokenSetOf(issuer: string, given: OAuthTokenSet): OAuthTokenSet {
  const { access_token, token_type, refresh_token, scope } = given;
  if (!/^bearer$/i.test(token_type) || !isSendable(access_token)) {
    throw new Fault("unavailable", `${issuer} gave out a token that cannot be used.`, {
      hint: "Only bearer tokens of printable characters can.",
    });
  }
  return {
    access_token,
    token_type,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** A header with other characters is an error that quotes it. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}
