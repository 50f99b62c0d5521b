import { describe, expect, it, vi } from "vitest";
import {
  accessToken,
  failureOf,
  keepConsoleQuiet,
  openOAuthWorld,
  scopeOf,
} from "../../../../test/mcp/oauth/oauth-world.ts";

keepConsoleQuiet();

describe("a browser that comes back", () => {
  it.each([
    ["with another state", (params: URLSearchParams) => params.set("state", "guessed")],
    ["without a state", (params: URLSearchParams) => params.delete("state")],
    ["with two states", (params: URLSearchParams) => params.append("state", "guessed")],
  ])("%s is turned away, and the sign-in goes on waiting for its own", async (_how, sendBack) => {
    const world = await openOAuthWorld({ sendBack });
    const cancel = new AbortController();
    const waiting = world.signIn({ cancel: cancel.signal });
    await vi.waitFor(() => expect(world.shown).toHaveLength(1), 10_000);
    cancel.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(world.shown).toMatchObject([{ status: 400, text: expect.stringMatching(/does not belong/) }]);
    expect(world.issuer.tokenRequests("authorization_code")).toEqual([]);
    expect(await accessToken(world)).toBeUndefined();
  });

  it("that never comes is not waited for without end", async () => {
    const world = await openOAuthWorld({}, { patienceMs: 200 });
    await expect(world.oauth.signIn(world.row, { openBrowser: async () => {} })).rejects.toMatchObject({
      code: "timeout",
      message: expect.stringContaining('Nobody finished the sign-in at the server "remote" in time.'),
    });
  });

  it.each([
    ["from another issuer", (params: URLSearchParams) => params.set("iss", "https://evil.example")],
    ["without the issuer that was promised", (params: URLSearchParams) => params.delete("iss")],
    ["with an error", deny],
    ["with nothing", (params: URLSearchParams) => params.delete("code")],
  ])("%s is a fault, and the code goes nowhere", async (_how, sendBack) => {
    const world = await openOAuthWorld({ sendBack });
    await expect(world.signIn()).rejects.toMatchObject({ code: "unavailable" });
    expect(world.issuer.tokenRequests("authorization_code")).toEqual([]);
    expect(await accessToken(world)).toBeUndefined();
    await vi.waitFor(
      () =>
        expect(world.shown).toMatchObject([{ status: 403, text: expect.stringMatching(/not signed in/) }]),
      10_000,
    );
  });

  it("with an error from another issuer is not taken at its word", async () => {
    const world = await openOAuthWorld({
      sendBack: (params) => {
        deny(params);
        params.set("iss", "https://evil.example");
      },
    });
    const failure = await failureOf(world.signIn());
    expect(String(failure)).not.toContain("access_denied");
    expect(failure).toMatchObject({ code: "unavailable" });
  });

  it("says why it was refused by the code of the standard only", async () => {
    const world = await openOAuthWorld({ sendBack: deny });
    const failure = await failureOf(world.signIn());
    expect(String(failure)).toContain("did not sign you in (access_denied)");
    expect(String(failure)).not.toContain("call this number");
    expect(JSON.stringify(world.shown)).not.toContain("call this number");
  });

  it("with a code that was used before is refused, once", async () => {
    let first: string | undefined;
    const world = await openOAuthWorld({
      sendBack: (params) => params.set("code", (first ??= params.get("code") ?? "")),
    });
    await world.signIn();
    const kept = await world.tokens.get(scopeOf(world));
    const failure = await failureOf(world.signIn());
    expect(String(failure)).toContain("invalid_grant");
    expect(String(failure)).not.toContain(first);
    expect(world.issuer.tokenRequests("authorization_code")).toHaveLength(2);
    expect(await world.tokens.get(scopeOf(world))).toEqual(kept);
  });

  it("finds nobody listening once the sign-in is over, whichever way", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    const cancel = new AbortController();
    const refused = world.oauth.signIn(world.row, {
      cancel: cancel.signal,
      openBrowser: async (url) => {
        backTo.push(new URL(url).searchParams.get("redirect_uri") ?? "");
        cancel.abort(new Error("the person went away"));
      },
    });
    const backTo = [new URL(world.pages[0]!.url).searchParams.get("redirect_uri") ?? ""];
    await expect(refused).rejects.toThrow("the person went away");
    expect(backTo).toHaveLength(2);
    for (const url of backTo) await expect(fetch(`${url}?code=x&state=y`)).rejects.toThrow("fetch failed");
  });
});

function deny(params: URLSearchParams): void {
  params.delete("code");
  params.set("error", "access_denied");
  params.set("error_description", "call this number");
}
