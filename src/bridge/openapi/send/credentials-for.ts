import { Fault } from "../../../kernel/index.ts";
import type { CallPlan, Operation } from "../read/operation.ts";
import {
  type Credential,
  type Credited,
  credentialFor,
  headerFromEnv,
  type ReadEnv,
  together,
} from "./credential.ts";

/** Credentials for an operation, from the environment alone; an `unavailable` fault names what is missing. */
export function credentialsFor(
  slug: string,
  { service }: Operation,
  plan: CallPlan,
  env: ReadEnv,
): Credential {
  const { home, config } = service;
  const isAtHome = "origin" in home && home.origin === plan.server.origin;
  const always = isAtHome ? Object.entries(config.headers ?? {}) : [];
  const headers = always.map(([name, source]) => headerFromEnv(name, source.env, env));
  const choices = plan.security.map((names) => names.map((name) => credited(name)));
  const chosen = firstComplete(choices);
  if (chosen === undefined || !isComplete(headers)) {
    throw missing(slug, isComplete(headers) ? choices : [headers]);
  }
  return together([...headers, ...chosen]);

  function credited(name: string): Credited {
    const scheme = service.schemes.get(name);
    const { auth = {} } = config;
    const source = Object.hasOwn(auth, name) ? auth[name] : undefined;
    if (scheme === undefined) return `the document has no security scheme ${name}`;
    if (scheme.kind === "unsupported")
      return `the security scheme ${name} is not supported (${scheme.reason})`;
    if (source === undefined)
      return `\`auth\` of ${service.toolkit} has no entry for the security scheme ${name}`;
    if (!isAtHome)
      return `they are sent to the document's own server only, and this goes to ${plan.server.host}`;
    return credentialFor(scheme, source, env);
  }
}

/** The first choice that asks for something and has it all; nothing, where that is among the choices. */
function firstComplete(choices: readonly (readonly Credited[])[]): readonly Credential[] | undefined {
  const isFree = choices.length === 0 || choices.some((choice) => choice.length === 0);
  return choices.filter((choice) => choice.length > 0).find(isComplete) ?? (isFree ? [] : undefined);
}

function isComplete(choice: readonly Credited[]): choice is readonly Credential[] {
  return choice.every((one) => typeof one !== "string");
}

function missing(slug: string, choices: readonly (readonly Credited[])[]): Fault {
  const reasons = choices.map((choice) => choice.filter((one) => typeof one === "string").join(" and "));
  return new Fault("unavailable", `${slug} needs credentials: ${reasons.join(", or ")}.`, {
    hint: "Nothing was sent. Credentials are set by the person who runs this, in their configuration and environment.",
  });
}
