import { describe, expect, it, onTestFinished } from "vitest";
import {
  type AuthorizationServer,
  openAuthorizationServer,
} from "../../../../test/mcp/oauth/open-authorization-server.ts";
import {
  echo,
  failureOf,
  keepConsoleQuiet,
  openOAuthWorld,
  scopeOf,
} from "../../../../test/mcp/oauth/oauth-world.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";
import { createOAuth } from "./create-oauth.ts";
import { createMemoryTokens } from "./token-store.ts";

keepConsoleQuiet();

describe("a server that names another authorization server (mcp.oauth-mixup)", () => {
  it("gets nothing sent there, neither token nor secret, until a person signs in anew", async () => {
    const world = await openOAuthWorld({
      metadata: { token_endpoint_auth_methods_supported: ["client_secret_post"] },
    });
    await world.signIn();
    const kept = await world.tokens.get(scopeOf(world));
    expect(kept?.client.client_secret).toMatch(/^secret-/);
    const evil = await evilIssuer();
    world.mcp.authorizationServers = [evil.origin];
    world.issuer.expireAll();
    const failure = await failureOf(world.connect());
    expect(failure).toBeInstanceOf(NeedsSignIn);
    expect(String(failure)).toContain(
      `now wants its sign-in at ${evil.origin} and not at ${world.issuer.origin}`,
    );
    expect(evil.seen.map(({ method }) => method)).not.toContain("POST");
    expect(JSON.stringify(evil.seen)).not.toMatch(/secret-|refresh-|access-/);
    expect(await world.tokens.get(scopeOf(world))).toEqual(kept);

    world.mcp.authorizationServers = [evil.origin];
    await world.signIn();
    expect(world.pages.at(-1)).toMatchObject({ issuer: evil.origin, earlier: world.issuer.origin });
    expect(JSON.stringify(evil.seen)).not.toContain(kept?.client.client_secret);
    expect((await world.tokens.get(scopeOf(world)))?.issuer).toBe(evil.origin);
  });

  it("is not believed when that one speaks in the name of the first", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    const evil = await evilIssuer({ issuer: world.issuer.origin });
    world.mcp.authorizationServers = [evil.origin];
    world.issuer.expireAll();
    const failure = await failureOf(world.connect());
    expect(String(failure)).toContain("cannot be used");
    expect(JSON.stringify(evil.seen)).not.toMatch(/refresh-|access-/);
    await expect(world.signIn()).rejects.toMatchObject({ code: "unavailable" });
    expect(JSON.stringify(evil.seen)).not.toMatch(/POST/);
  });

  it("may name others beside it, in any order", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    const other = await evilIssuer();
    world.mcp.authorizationServers = [other.origin, world.issuer.origin];
    world.issuer.expireAll();
    expect(await echo(world)).toBe("hi");
    expect(other.seen).toEqual([]);
  });

  it("does not get a registration that is another issuer's, nor a secret without a name on it", async () => {
    const secret = { clientId: "known", clientSecret: "configured-secret" };
    const world = await openOAuthWorld();
    for (const registration of [secret, { ...secret, issuer: "https://good.example" }]) {
      const oauth = createOAuth({ tokens: createMemoryTokens(), registrationFor: () => registration });
      await expect(world.signIn({ by: oauth })).rejects.toMatchObject({
        message: expect.stringMatching(/registration|secret/),
      });
    }
    expect(world.pages).toEqual([]);
    expect(JSON.stringify(world.issuer.seen)).not.toContain("configured-secret");
  });

  it("is not followed to this machine or network from elsewhere, nor into the clear", async () => {
    const world = await openOAuthWorld();
    world.mcp.authorizationServers = ["http://auth.example"];
    await expect(world.signIn()).rejects.toMatchObject({
      message: expect.stringContaining("which is not asked"),
    });
    world.mcp.authorizationServers = [world.issuer.origin];
    world.issuer.behaviour.metadata = { authorization_endpoint: "http://auth.example/authorize" };
    await expect(world.signIn()).rejects.toMatchObject({
      message: expect.stringContaining("which is not asked"),
    });
    expect(world.pages).toEqual([]);
  });

  it("does not describe the sign-in of somebody else", async () => {
    const world = await openOAuthWorld();
    world.mcp.description = { resource: "https://bank.example/mcp" };
    await expect(world.signIn()).rejects.toMatchObject({
      message: expect.stringContaining("of another one"),
    });
    expect(world.pages).toEqual([]);
  });
});

async function evilIssuer(behaviour = {}): Promise<AuthorizationServer> {
  const evil = await openAuthorizationServer(behaviour);
  onTestFinished(() => evil.close());
  return evil;
}
