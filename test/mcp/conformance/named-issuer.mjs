/**
 * Who signs people in at a server, as its own metadata says: what a person reads in its documentation before they register.
 * @param {string} url
 * @returns {Promise<string | undefined>}
 */
export async function namedIssuer(url) {
  const { origin, pathname } = new URL(url);
  const response = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`);
  if (!response.ok) return undefined;
  const { authorization_servers: named = [] } = /** @type {{ authorization_servers?: string[] }} */ (
    await response.json()
  );
  return named[0];
}
