import type { OAuthDiscoveryState } from "@modelcontextprotocol/client";
import { Fault } from "../../../kernel/index.ts";
import { quoted } from "../wire/quoted.ts";
import type { FetchLike } from "../wire/remote/remote-fetch.ts";
import type { Sdk } from "../wire/sdk.ts";

/** Who signs people in at a server, as the server says now. */
export interface FoundIssuer {
  readonly issuer: string;
  readonly discovery: OAuthDiscoveryState;
}

/** How it is found out. */
export interface FindIssuerOptions {
  readonly sdk: Sdk;
  readonly home: URL;
  readonly fetch: FetchLike;
  /** The server's answer to a request without a token, which may say where to ask. */
  readonly challenge?: Response | undefined;
  /** The one that is wanted where a server names several. */
  readonly preferred?: string | undefined;
}

/** Asks a server who signs people in, and that one who it is; whoever answers in another's name is refused. */
export async function findIssuer(options: FindIssuerOptions): Promise<FoundIssuer> {
  const { sdk, home, fetch: fetchFn, preferred } = options;
  const resource = await tryResourceMetadata(options);
  if (resource !== undefined && !isOwn(resource.resource, options)) throw notOwn(home, resource.resource);
  const named = resource?.authorization_servers ?? [];
  const authorizationServerUrl =
    named.find((each) => preferred !== undefined && isSameIssuer(each, preferred)) ??
    named[0] ??
    // Older revisions have a server sign people in itself.
    String(new URL("/", home));
  const metadata = await sdk
    .discoverAuthorizationServerMetadata(authorizationServerUrl, { fetchFn })
    .catch((error: unknown) => {
      throw discoveryFault(authorizationServerUrl, error);
    });
  return {
    issuer: metadata?.issuer ?? authorizationServerUrl,
    discovery: {
      authorizationServerUrl,
      ...(metadata === undefined ? {} : { authorizationServerMetadata: metadata }),
      ...(resource === undefined ? {} : { resourceMetadata: resource }),
    },
  };
}

/** Tells whether two identifiers name one authorization server; a slash at the end makes no difference. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, "") === other.replace(/\/$/, "");
}

type ResourceMetadata = NonNullable<OAuthDiscoveryState["resourceMetadata"]>;

async function tryResourceMetadata({
  sdk,
  home,
  fetch,
  challenge,
}: FindIssuerOptions): Promise<ResourceMetadata | undefined> {
  const { resourceMetadataUrl: told } = challenge ? sdk.extractWWWAuthenticateParams(challenge) : {};
  // What describes a server lies at that server.
  const resourceMetadataUrl = told?.origin === home.origin ? told : undefined;
  try {
    return await sdk.discoverOAuthProtectedResourceMetadata(
      home,
      resourceMetadataUrl && { resourceMetadataUrl },
      fetch,
    );
  } catch (error) {
    // The SDK says the same of a server without such a document and of one that cannot be asked; our fetch does not.
    if (error instanceof Fault) throw error;
    return undefined;
  }
}

function isOwn(resource: string, { sdk, home }: FindIssuerOptions): boolean {
  return (
    URL.canParse(resource) &&
    sdk.checkResourceAllowed({ requestedResource: home, configuredResource: resource })
  );
}

function notOwn({ origin }: URL, resource: string): Fault {
  return new Fault(
    "unavailable",
    `The server at ${origin} describes the sign-in of another one: ${quoted(resource)}.`,
  );
}

function discoveryFault(url: string, error: unknown): Error {
  if (error instanceof Fault) return error;
  const why = quoted(error instanceof Error ? error.message : String(error), 300);
  return new Fault("unavailable", `What ${quoted(url)} says of how to sign in cannot be used: ${why}`, {
    cause: error,
  });
}
