import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { openWeb, type Web } from "../servers/open-web.ts";

/** What a test can have an authorization server do otherwise, also while it runs. */
export interface AuthorizationBehaviour {
  /** The issuer its metadata names; its own address when absent. */
  issuer?: string;
  /** What it adds to or changes in its metadata. */
  metadata?: Record<string, unknown>;
  /** Changes the parameters a browser is sent back with. */
  sendBack?: (params: URLSearchParams) => void;
  /** Answers a request for tokens instead of the standard. */
  tokenAnswer?: (grant: string, response: ServerResponse) => boolean;
  /** Holds requests for tokens back until it settles. */
  hold?: Promise<void>;
}

/** One request as it came. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** An authorization server by the standards, on loopback, where everybody is signed in at once. */
export interface AuthorizationServer extends Web {
  readonly seen: readonly SeenRequest[];
  readonly behaviour: AuthorizationBehaviour;
  /** The parameters of every request for tokens, by grant. */
  tokenRequests(grant: string): readonly URLSearchParams[];
  accepts(accessToken: string, resource: string): boolean;
  /** Makes every access token that was given out worthless. */
  expireAll(): void;
}

interface Code {
  readonly client: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly resource: string;
}

/** Opens it; a client that registers to authenticate gets a secret. */
export async function openAuthorizationServer(
  behaviour: AuthorizationBehaviour = {},
): Promise<AuthorizationServer> {
  const seen: SeenRequest[] = [];
  const clients = new Map<string, { readonly secret?: string; readonly redirectUris: readonly string[] }>();
  const codes = new Map<string, Code>();
  const refreshable = new Map<string, { readonly client: string; readonly resource: string }>();
  const access = new Map<string, string>();
  const web = await openWeb((request, response) => void serve(request, response));
  return {
    ...web,
    seen,
    behaviour,
    tokenRequests: (grant) =>
      seen
        .filter(({ path }) => path === "/token")
        .map(({ body }) => new URLSearchParams(body))
        .filter((params) => params.get("grant_type") === grant),
    accepts: (given, resource) => access.get(given) === resource,
    expireAll: () => access.clear(),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", web.origin);
    const body = await bodyOf(request);
    const { method = "", headers } = request;
    seen.push({ method, path: url.pathname, query: url.search, headers, body });
    if (url.pathname.startsWith("/.well-known/oauth-authorization-server"))
      return json(response, 200, metadata());
    if (url.pathname === "/register") return register(JSON.parse(body), response);
    if (url.pathname === "/authorize") return authorize(url.searchParams, response);
    if (url.pathname !== "/token") return json(response, 404, {});
    await behaviour.hold;
    const params = new URLSearchParams(body);
    if (behaviour.tokenAnswer?.(params.get("grant_type") ?? "", response) === true) return;
    return token(params, headers.authorization, response);
  }

  function metadata() {
    return {
      issuer: behaviour.issuer ?? web.origin,
      authorization_endpoint: `${web.origin}/authorize`,
      token_endpoint: `${web.origin}/token`,
      registration_endpoint: `${web.origin}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      ...behaviour.metadata,
    };
  }

  function register(asked: Record<string, unknown>, response: ServerResponse): void {
    const client_id = `client-${randomUUID()}`;
    const secret = asked["token_endpoint_auth_method"] === "none" ? undefined : `secret-${randomUUID()}`;
    const redirectUris = asked["redirect_uris"] as readonly string[];
    clients.set(client_id, { redirectUris, ...(secret === undefined ? {} : { secret }) });
    json(response, 201, { ...asked, client_id, ...(secret === undefined ? {} : { client_secret: secret }) });
  }

  function authorize(params: URLSearchParams, response: ServerResponse): void {
    const get = (name: string) => params.get(name) ?? "";
    const isKnown = clients.get(get("client_id"))?.redirectUris.includes(get("redirect_uri"));
    const isWellMade = get("response_type") === "code" && get("code_challenge_method") === "S256";
    if (isKnown !== true || !isWellMade) return json(response, 400, { error: "invalid_request" });
    const code = `code-${randomUUID()}`;
    codes.set(code, {
      client: get("client_id"),
      redirectUri: get("redirect_uri"),
      challenge: get("code_challenge"),
      resource: get("resource"),
    });
    const back = new URL(get("redirect_uri"));
    const answer = new URLSearchParams({ code, state: get("state"), iss: web.origin });
    behaviour.sendBack?.(answer);
    back.search = answer.toString();
    response.writeHead(302, { location: back.href }).end();
  }

  function token(params: URLSearchParams, basic: string | undefined, response: ServerResponse): void {
    const get = (name: string) => params.get(name) ?? "";
    const client = clientOf(params, basic);
    if (client === undefined) return json(response, 401, { error: "invalid_client" });
    const granted =
      get("grant_type") === "refresh_token" ? refreshed(params, client) : exchanged(params, client);
    if (granted === undefined)
      return json(response, 400, { error: "invalid_grant", error_description: get("code") });
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    access.set(access_token, granted);
    refreshable.set(refresh_token, { client, resource: granted });
    json(response, 200, {
      access_token,
      refresh_token,
      token_type: "Bearer",
      expires_in: 3600,
      scope: "tools",
    });
  }

  function clientOf(params: URLSearchParams, basic: string | undefined): string | undefined {
    const [id, secret] =
      basic === undefined
        ? [params.get("client_id") ?? "", params.get("client_secret") ?? undefined]
        : Buffer.from(basic.replace("Basic ", ""), "base64").toString().split(":");
    const known = clients.get(id ?? "");
    return known !== undefined && known.secret === secret ? id : undefined;
  }

  /** The resource a code is for; it is good once, for whoever asked for it. */
  function exchanged(params: URLSearchParams, client: string): string | undefined {
    const code = codes.get(params.get("code") ?? "");
    codes.delete(params.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(params.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood =
      code?.client === client &&
      code.challenge === challenge &&
      code.redirectUri === params.get("redirect_uri") &&
      code.resource === params.get("resource");
    return isGood ? code.resource : undefined;
  }

  /** The resource of a refresh token; it is good once, and one that comes again ends everything. */
  function refreshed(params: URLSearchParams, client: string): string | undefined {
    const kept = refreshable.get(params.get("refresh_token") ?? "");
    if (kept === undefined) {
      refreshable.clear();
      access.clear();
      return undefined;
    }
    refreshable.delete(params.get("refresh_token") ?? "");
    return kept.client === client && kept.resource === params.get("resource") ? kept.resource : undefined;
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
