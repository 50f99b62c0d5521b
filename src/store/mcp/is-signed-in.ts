import type { SignedIn } from "../../bridge/index.ts";
import { isObject } from "./tell-damage.ts";

/** Tells a sign-in from something else that was kept in its place. */
export function isSignedIn(value: unknown): value is SignedIn {
  if (!isObject(value)) return false;
  const { issuer, client, tokens, at, renewing } = value;
  return (
    typeof issuer === "string" &&
    hasTexts(client, ["client_id"], ["client_secret", "token_endpoint_auth_method"]) &&
    hasTexts(tokens, ["access_token", "token_type"], ["refresh_token", "scope"]) &&
    Number.isFinite(at) &&
    (renewing === undefined || (hasTexts(renewing, ["by"], []) && Number.isFinite(renewing["until"])))
  );
}

function hasTexts(
  value: unknown,
  needed: readonly string[],
  optional: readonly string[],
): value is Readonly<Record<string, unknown>> {
  return (
    isObject(value) &&
    needed.every((field) => typeof value[field] === "string") &&
    optional.every((field) => value[field] === undefined || typeof value[field] === "string")
  );
}
