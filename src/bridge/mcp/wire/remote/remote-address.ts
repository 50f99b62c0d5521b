import { Fault } from "../../../../kernel/index.ts";
import type { RemoteServer } from "../../config/declared-server.ts";

/** Where a server is, and what it is sent with every request. */
export interface RemoteAddress {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the address of a row; what is wrong with it is told without repeating it, since it may hold secrets. */
export function remoteAddressOf({ id, url: written, headers }: RemoteServer): RemoteAddress {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined || !SCHEMES.has(url.protocol)) {
    throw new Fault("unavailable", `The url of the server "${id}" is no http or https address.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeader(name, value)) {
      throw new Fault("unavailable", `The header "${name}" of the server "${id}" cannot be sent.`, {
        hint: "Look for line breaks and other control characters in it.",
      });
    }
  }
  const credentials = basicCredentials(url);
  url.username = url.password = "";
  const isGiven = credentials === undefined || hasAuthorization(headers);
  return { url, headers: isGiven ? headers : { ...headers, Authorization: credentials } };
}

/** Tells whether headers say who we are. */
export function hasAuthorization(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}

const SCHEMES = new Set(["http:", "https:"]);

function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}

/** `fetch` refuses credentials in a URL, and would repeat them in its error. */
function basicCredentials({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(plain, "utf8").toString("base64")}`;
}
