/** Whose sign-in: a user's server has one everywhere, a project's or named one has its own in its workspace. */
export interface TokenScope {
  /** Empty for a server of the user's own file. */
  readonly workspace: string;
  readonly server: string;
  /** Where the server is reached; another address is another sign-in. */
  readonly url: string;
}

/** What an authorization server knows us by. */
export interface OAuthClient {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  readonly token_endpoint_auth_method?: string | undefined;
}

/** What an authorization server gave out. */
export interface OAuthTokenSet {
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token?: string | undefined;
  readonly scope?: string | undefined;
}

/** One sign-in at one server: everything in it is for its issuer and its server, and never goes anywhere else. */
export interface SignedIn {
  /** Who gave it out: the identifier of the authorization server. */
  readonly issuer: string;
  readonly client: OAuthClient;
  readonly tokens: OAuthTokenSet;
  /** When the tokens were given out, in milliseconds since 1970. */
  readonly at: number;
  /** Set while somebody renews the tokens: most authorization servers take a refresh token once and no second time. */
  readonly renewing?: { readonly by: string; readonly until: number } | undefined;
}

/** Where sign-ins are kept, outside of every workspace. Contract: what was set is found by the next `get`, in every process. */
export interface TokenStore {
  get(scope: TokenScope): Promise<SignedIn | undefined>;
  /** Changes a sign-in as one step, whoever else does; nothing kept is `undefined`. May run `change` again. */
  update(
    scope: TokenScope,
    change: (kept: SignedIn | undefined) => SignedIn | undefined,
  ): Promise<SignedIn | undefined>;
}

/** Sign-ins that end with this process. */
export function createMemoryTokens(): TokenStore {
  const kept = new Map<string, SignedIn>();
  return {
    get: async (scope) => kept.get(keyOf(scope)),
    update: async (scope, change) => {
      const next = change(kept.get(keyOf(scope)));
      if (next === undefined) kept.delete(keyOf(scope));
      else kept.set(keyOf(scope), next);
      return next;
    },
  };
}

function keyOf({ workspace, server, url }: TokenScope): string {
  return JSON.stringify([workspace, server, url]);
}
