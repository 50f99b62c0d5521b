import { describe, expect, it, vi } from "vitest";
import { deferred } from "../../../../test/mcp/deferred.ts";
import {
  accessToken,
  echo,
  failureOf,
  keepConsoleQuiet,
  openOAuthWorld,
  scopeOf,
  temporaryState,
} from "../../../../test/mcp/oauth/oauth-world.ts";
import { createFileTokens } from "../../../store/index.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";
import { createOAuth } from "./create-oauth.ts";

keepConsoleQuiet();

describe("an access token that is not accepted any more", () => {
  it("is renewed without a person, once for all calls that need it", async () => {
    // However late an answer is: for this clock no time passes.
    const world = await openOAuthWorld({}, { clock: { now: () => Date.now(), monotonic: () => 0 } });
    await world.signIn();
    const connection = await world.connect();
    const before = await accessToken(world);
    world.issuer.expireAll();
    const calls = Array.from({ length: 12 }, (_, n) => connection.callTool("echo", { text: String(n) }));
    expect(await Promise.all(calls)).toHaveLength(12);
    expect(world.issuer.tokenRequests("refresh_token")).toHaveLength(1);
    expect(world.issuer.tokenRequests("refresh_token")[0]?.get("resource")).toBe(world.mcp.url);
    expect(await accessToken(world)).not.toBe(before);
    expect(world.pages).toHaveLength(1);
  });

  it("is renewed once for several processes, whose refresh token is good for one use only", async () => {
    const state = await temporaryState();
    const world = await openOAuthWorld({}, { tokens: createFileTokens(state) });
    await world.signIn();
    const others = [0, 1, 2].map(() => createOAuth({ tokens: createFileTokens(state) }));
    const connections = await Promise.all(others.map((other) => world.connect(other)));
    const held = deferred();
    world.issuer.behaviour.hold = held.promise;
    world.issuer.expireAll();
    const calls = connections.map((connection) => connection.callTool("echo", { text: "hi" }));
    await vi.waitFor(() => expect(world.issuer.tokenRequests("refresh_token")).toHaveLength(1), 10_000);
    held.resolve();
    expect(await Promise.all(calls)).toHaveLength(3);
    expect(world.issuer.tokenRequests("refresh_token")).toHaveLength(1);
  });

  it("is renewed by the next one when whoever was at it was killed", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    const long = { by: "somebody", until: Date.now() - 1 };
    await world.tokens.update(scopeOf(world), (kept) => kept && { ...kept, renewing: long });
    world.issuer.expireAll();
    expect(await echo(world)).toBe("hi");
  });

  it("asks for a person when the refresh token is refused, and does not try that again", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    await world.tokens.update(
      scopeOf(world),
      (kept) => kept && { ...kept, tokens: { ...kept.tokens, refresh_token: "refresh-stolen" } },
    );
    world.issuer.expireAll();
    for (const _ of [1, 2]) {
      const failure = await failureOf(world.connect());
      expect(failure).toBeInstanceOf(NeedsSignIn);
      expect(String(failure)).toContain('The sign-in at the server "remote" has ended');
    }
    expect(world.issuer.tokenRequests("refresh_token")).toHaveLength(1);
    await world.signIn();
    expect(await echo(world)).toBe("hi");
  });

  it.each([
    ["fails", (text: string) => ({ status: 503, text })],
    ["answers with a page", (text: string) => ({ status: 200, text: `<html>${text}` })],
    ["answers with an error in the dress of success", () => ({ status: 200, text: '{"error":"slow_down"}' })],
    ["quotes what it was sent", (text: string) => ({ status: 400, text })],
    [
      "sends tokens that are no header",
      () => ({ status: 200, text: tokensWith({ access_token: "a\\nb access-x" }) }),
    ],
    ["sends tokens of another kind", () => ({ status: 200, text: tokensWith({ token_type: "DPoP" }) })],
  ])("keeps the sign-in when the issuer %s, and repeats none of its secrets", async (_how, answer) => {
    const world = await openOAuthWorld();
    await world.signIn();
    const kept = await world.tokens.get(scopeOf(world));
    world.issuer.expireAll();
    world.issuer.behaviour.tokenAnswer = (_grant, response) => {
      const { status, text } = answer(`no good: ${kept?.tokens.refresh_token}`);
      response.writeHead(status).end(text);
      return true;
    };
    const failure = await failureOf(world.connect());
    expect(failure).toMatchObject({ code: "unavailable" });
    expect(failure).not.toBeInstanceOf(NeedsSignIn);
    expect(String(failure)).not.toMatch(/access-|refresh-/);
    expect(await world.tokens.get(scopeOf(world))).toEqual(kept);
    delete world.issuer.behaviour.tokenAnswer;
    expect(await echo(world)).toBe("hi");
  });

  it("keeps the sign-in when the server fails to say who its issuer is, which is not another issuer", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    world.issuer.expireAll();
    world.mcp.isFailing = true;
    const failure = await failureOf(world.connect());
    expect(failure).toMatchObject({ code: "unavailable", message: expect.stringContaining("HTTP 503") });
    expect(failure).not.toBeInstanceOf(NeedsSignIn);
    world.mcp.isFailing = false;
    expect(await echo(world)).toBe("hi");
  });

  it("keeps the sign-in when its issuer cannot be reached just now", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    const kept = await world.tokens.get(scopeOf(world));
    world.issuer.expireAll();
    await world.issuer.close();
    const failure = await failureOf(world.connect());
    expect(failure).toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("cannot be reached"),
    });
    expect(await world.tokens.get(scopeOf(world))).toEqual(kept);
  });
});

function tokensWith(more: object): string {
  return JSON.stringify({
    access_token: "access-x",
    refresh_token: "refresh-x",
    token_type: "Bearer",
    ...more,
  });
}
