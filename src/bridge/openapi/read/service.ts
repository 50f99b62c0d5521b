import { Fault } from "../../../kernel/index.ts";
import { type JsonMap, mapAt, textAt } from "../../json-map.ts";
import type { OpenApiDocument } from "../open-api-document.ts";
import type { ParsedDocument } from "./parse-document.ts";
import { readSecuritySchemes, type SecurityScheme } from "./security-schemes.ts";
import { serverOf } from "./server-of.ts";

/** A document ready to be read for operations. */
export interface Service extends ParsedDocument {
  readonly toolkit: string;
  /** What the document is called in messages. */
  readonly label: string;
  readonly config: OpenApiDocument;
  readonly schemes: ReadonlyMap<string, SecurityScheme>;
  /** The only place credentials are sent to; why there is none, if so. */
  readonly home: { readonly origin: string } | { readonly trouble: string };
  /** Names that only the configuration may give a value to. */
  readonly reserved: ReservedNames;
}

/** Names of places where credentials travel; headers in lower case. */
export type ReservedNames = { readonly [K in "header" | "query" | "cookie"]: ReadonlySet<string> };

/** Looks at what holds for the whole of a document. */
export function describeService(parsed: ParsedDocument, config: OpenApiDocument, label: string): Service {
  const { root } = parsed;
  const schemes = readSecuritySchemes(root);
  return {
    ...parsed,
    toolkit: toolkitOf(config, root),
    label,
    config,
    schemes,
    home: homeOf(config, root),
    reserved: reservedBy([...schemes.values()], Object.keys(config.headers ?? {})),
  };
}

/** A name that can stand in a slug: letters, digits, dots, dashes and underscores are kept; empty without any letter. */
export function plainName(text: string): string {
  const name = text.slice(0, MOST_CHARACTERS).replaceAll(/[^\p{L}\p{N}_.-]+/gu, "_");
  return /[\p{L}\p{N}]/u.test(name) ? name : "";
}

const MOST_CHARACTERS = 120;

function toolkitOf({ toolkit }: OpenApiDocument, root: JsonMap): string {
  const named = plainName(toolkit ?? "");
  if (named !== "") return named;
  const title = textAt(mapAt(root, "info"), "title") ?? "";
  return plainName(title).toLowerCase().split("_").filter(Boolean).join("-") || "api";
}

function homeOf(config: OpenApiDocument, root: JsonMap): Service["home"] {
  try {
    return { origin: serverOf(config, root).origin };
  } catch (error) {
    if (error instanceof Fault) return { trouble: error.message };
    throw error;
  }
}

/** A parameter of one of these names would let a caller bring credentials, or say how a request is framed. */
const OURS = [
  "authorization",
  "accept",
  "content-type",
  "content-length",
  "content-encoding",
  "host",
  "cookie",
];

function reservedBy(schemes: readonly SecurityScheme[], headers: readonly string[]): ReservedNames {
  const named = (kind: "header" | "query" | "cookie"): string[] =>
    schemes.flatMap((scheme) => (scheme.kind === kind ? [scheme.name] : []));
  const lower = [...OURS, ...headers, ...named("header")].map((name) => name.toLowerCase());
  return { header: new Set(lower), query: new Set(named("query")), cookie: new Set(named("cookie")) };
}
