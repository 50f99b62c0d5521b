import { Fault } from "../../../kernel/index.ts";
import type { OpenApiDocument } from "../open-api-document.ts";
import { isMap, type JsonMap, mapAt, textAt, valueAt } from "../../json-map.ts";

/**
 * The server named by the first of these parts of a document that names any, as a URL to append a path to.
 * The configured one stands in for all; variables have their defaults; relative ones start at the document's own URL.
 */
export function serverOf(config: OpenApiDocument, ...holders: readonly JsonMap[]): URL {
  if (config.server !== undefined) return webUrl(config.server, undefined);
  const servers = holders.map((holder) => valueAt(holder, "servers")).find(hasServers) ?? [{ url: "/" }];
  const first: unknown = servers[0];
  if (!isMap(first)) throw new Fault("unavailable", "its first server is not an object");
  return webUrl(withDefaults(textAt(first, "url") ?? "/", mapAt(first, "variables")), config.origin);
}

function hasServers(servers: unknown): servers is readonly unknown[] {
  return Array.isArray(servers) && servers.length > 0;
}

function withDefaults(template: string, variables: JsonMap): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = valueAt(mapAt(variables, name), "default");
    if (typeof value === "string" || typeof value === "number") return String(value);
    throw new Fault(
      "unavailable",
      `its server URL needs a value for ${name.slice(0, 100)}, and has no default`,
    );
  });
}

function webUrl(text: string, origin: string | undefined): URL {
  const base =
    origin !== undefined && /^https?:\/\//i.test(origin) && URL.canParse(origin) ? origin : undefined;
  if (text.length > MOST_CHARACTERS || !URL.canParse(text, base)) {
    throw new Fault("unavailable", `its server URL ${said(text)} does not say which host is meant`);
  }
  const url = new URL(text, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new Fault("unavailable", `its server URL ${said(text)} is not http or https`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new Fault("unavailable", "its server URL has a user name or password in front of the host");
  }
  url.search = "";
  url.hash = "";
  url.pathname = url.pathname.replace(/\/+$/, "");
  return url;
}

const MOST_CHARACTERS = 2000;

function said(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
