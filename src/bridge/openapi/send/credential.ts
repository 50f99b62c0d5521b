import type { OpenApiCredential } from "../open-api-document.ts";
import type { SecurityScheme } from "../read/security-schemes.ts";
import type { Pair } from "./form-pairs.ts";

/** The value of an environment variable, if it is set. */
export type ReadEnv = (name: string) => string | undefined;

/** What is sent to prove who is calling. */
export interface Credential {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: readonly Pair[];
  readonly cookies: readonly Pair[];
  /** What must never be shown. */
  readonly secrets: readonly string[];
  /** The environment variables it came from. */
  readonly variables: readonly string[];
}

/** A credential, or in words why there is none. */
export type Credited = Credential | string;

/** The credential for one security scheme, from the environment alone. */
export function credentialFor(
  scheme: Exclude<SecurityScheme, { readonly kind: "unsupported" }>,
  source: OpenApiCredential,
  env: ReadEnv,
): Credited {
  const variables = "env" in source ? [source.env] : [source.userEnv, source.passwordEnv];
  const values = variables.map((name) => valueOf(name, env));
  const missing = values.find((value) => "trouble" in value);
  if (missing !== undefined && "trouble" in missing) return missing.trouble;
  const secrets = values.flatMap((value) => ("text" in value ? [value.text] : []));
  return { ...sent(scheme, secrets.join(":")), secrets: secretsOf(scheme, secrets), variables };
}

/** A header whose value is in the environment. */
export function headerFromEnv(name: string, variable: string, env: ReadEnv): Credited {
  const value = valueOf(variable, env);
  if ("trouble" in value) return value.trouble;
  return {
    ...NOTHING,
    headers: { [name.toLowerCase()]: value.text },
    secrets: [value.text],
    variables: [variable],
  };
}

/** Several credentials as one; of two headers of one name the later counts. */
export function together(credentials: readonly Credential[]): Credential {
  return {
    headers: Object.assign({}, ...credentials.map(({ headers }) => headers)) as Record<string, string>,
    query: credentials.flatMap(({ query }) => query),
    cookies: credentials.flatMap(({ cookies }) => cookies),
    secrets: credentials.flatMap(({ secrets }) => secrets),
    variables: credentials.flatMap(({ variables }) => variables),
  };
}

const NOTHING: Credential = { headers: {}, query: [], cookies: [], secrets: [], variables: [] };

type Sent = Pick<Credential, "headers" | "query" | "cookies">;

function sent(scheme: Exclude<SecurityScheme, { readonly kind: "unsupported" }>, text: string): Sent {
  switch (scheme.kind) {
    case "header":
      return { ...NOTHING, headers: { [scheme.name.toLowerCase()]: text } };
    case "query":
      return { ...NOTHING, query: [{ name: scheme.name, value: encodeURIComponent(text) }] };
    case "cookie":
      return { ...NOTHING, cookies: [{ name: scheme.name, value: cookieText(text) }] };
    case "basic":
      return { ...NOTHING, headers: { authorization: `Basic ${base64(text)}` } };
    case "bearer":
      return { ...NOTHING, headers: { authorization: `Bearer ${text}` } };
  }
}

/** Servers compare a session's cookie as it is; only what no cookie can hold is encoded. */
function cookieText(text: string): string {
  return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}

function secretsOf({ kind }: SecurityScheme, values: readonly string[]): readonly string[] {
  const parts = kind === "basic" ? values.flatMap((value) => value.split(":")) : [];
  return [...values, ...parts, base64(values.join(":"))];
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

type EnvValue = { readonly text: string } | { readonly trouble: string };

function valueOf(variable: string, env: ReadEnv): EnvValue {
  // Values that come from files end in a line break.
  const text = env(variable)?.trim() ?? "";
  if (text === "") return { trouble: `the environment variable ${variable} is not set` };
  return /^[\x20-\x7e\x80-\xff]*$/.test(text)
    ? { text }
    : { trouble: `the environment variable ${variable} holds characters that no header can have` };
}
