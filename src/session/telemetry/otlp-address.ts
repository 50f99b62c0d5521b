import type { Environment } from "../config/config-places.ts";

/** Where spans are sent to, and what is sent along. */
export interface OtlpAddress {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string | undefined;
}

/** Finds where spans go: to this URL, or with `environment` where the standard variables say. */
export function otlpAddress(endpoint: string, env: Environment): OtlpAddress {
  return {
    endpoint: endpoint === "environment" ? endpointFrom(env) : tracesAt(endpoint),
    headers: {
      ...parseHeaders(env["OTEL_EXPORTER_OTLP_HEADERS"]),
      ...parseHeaders(env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"]),
    },
    service: said(env["OTEL_SERVICE_NAME"]),
  };
}

/** Where a collector on this machine listens by default. */
const USUAL = "http://localhost:4318";

function endpointFrom(env: Environment): string {
  const exact = said(env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]);
  if (exact !== undefined) return exact;
  return tracesAt(said(env["OTEL_EXPORTER_OTLP_ENDPOINT"]) ?? USUAL);
}

const TRACES_PATH = "/v1/traces";

/** A collector is known by its address; spans have a path of their own below it. */
function tracesAt(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint;
  const url = new URL(endpoint);
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = base.endsWith(TRACES_PATH) ? base : base + TRACES_PATH;
  return url.href;
}

/** Reads `name=value,name=value`, values as in a URL; what is no header is left out, for it could only fail every request. */
function parseHeaders(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const part of (text ?? "").split(",")) {
    const [, name = "", value = ""] = /^\s*([!#$%&'*+.^`|~\w-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    const plain = decoded(value);
    if (name !== "" && /^[\t\x20-\x7e\x80-\xff]*$/.test(plain)) headers[name.toLowerCase()] = plain;
  }
  return headers;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** An empty variable says nothing. */
function said(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}
