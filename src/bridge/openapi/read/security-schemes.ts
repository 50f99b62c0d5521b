import { Fault } from "../../../kernel/index.ts";
import { dereferenced } from "../../follow-ref.ts";
import { isMap, type JsonMap, mapAt, textAt, valueAt } from "../../json-map.ts";

/** How a service takes one kind of credential. */
export type SecurityScheme =
  | { readonly kind: "header" | "query" | "cookie"; readonly name: string }
  | { readonly kind: "basic" | "bearer" }
  | { readonly kind: "unsupported"; readonly reason: string };

/** Ways to satisfy a service: any one of them, and of it all schemes; an empty one asks for nothing. */
export type SecurityChoices = readonly (readonly string[])[];

/** The security schemes of a document, by name. */
export function readSecuritySchemes(root: JsonMap): ReadonlyMap<string, SecurityScheme> {
  const schemes = mapAt(mapAt(root, "components"), "securitySchemes");
  return new Map(Object.entries(schemes).map(([name, scheme]) => [name, schemeOf(root, name, scheme)]));
}

/** What a document, or one operation of it, asks for. */
export function readSecurity(holder: JsonMap): SecurityChoices | undefined {
  const security = valueAt(holder, "security");
  if (security === undefined) return undefined;
  if (!Array.isArray(security) || !security.every(isMap)) {
    // Guessing that nothing is asked for would send a request nobody meant.
    throw new Fault("unavailable", "its security requirements are not a list of objects");
  }
  return security.map((choice) => Object.keys(choice));
}

function schemeOf(root: JsonMap, name: string, value: unknown): SecurityScheme {
  try {
    return supported(dereferenced(root, value, `The security scheme ${name}`));
  } catch (error) {
    if (error instanceof Fault) return { kind: "unsupported", reason: error.message };
    throw error;
  }
}

function supported(scheme: JsonMap): SecurityScheme {
  switch (valueAt(scheme, "type")) {
    case "apiKey":
      return apiKey(scheme);
    case "http":
      return http(textAt(scheme, "scheme")?.toLowerCase() ?? "");
    case "oauth2":
    case "openIdConnect":
      return { kind: "bearer" };
    default:
      return { kind: "unsupported", reason: `its type is ${said(valueAt(scheme, "type"))}` };
  }
}

/** A name that says where a request goes or how it is framed is nobody's key. */
const NO_KEY =
  /^(?:host|cookie|content-.*|transfer-encoding|connection|te|trailer|upgrade|expect|proxy-.*)$/i;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

function apiKey(scheme: JsonMap): SecurityScheme {
  const name = textAt(scheme, "name") ?? "";
  const place = valueAt(scheme, "in");
  if (place === "query" && name !== "") return { kind: "query", name };
  const isSendable = TOKEN.test(name) && !(place === "header" && NO_KEY.test(name));
  if (isSendable && (place === "header" || place === "cookie")) return { kind: place, name };
  return { kind: "unsupported", reason: `its key ${said(name)} cannot be sent in ${said(place)}` };
}

function http(scheme: string): SecurityScheme {
  if (scheme === "basic" || scheme === "bearer") return { kind: scheme };
  return { kind: "unsupported", reason: `its HTTP scheme is ${said(scheme)}` };
}

function said(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, 100);
}
