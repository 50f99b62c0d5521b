import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import {
  echo,
  failureOf,
  keepConsoleQuiet,
  openOAuthWorld,
  remoteRow,
  temporaryState,
} from "../../../../test/mcp/oauth/oauth-world.ts";
import { createFileTokens } from "../../../store/index.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";
import { createOAuth } from "./create-oauth.ts";

keepConsoleQuiet();

describe("a server that wants a sign-in", () => {
  it("is a fault that says what to do, and no call opens a browser or registers anything", async () => {
    const world = await openOAuthWorld();
    const failure = await failureOf(world.connect());
    expect(failure).toBeInstanceOf(NeedsSignIn);
    expect(failure).toMatchObject({
      code: "unavailable",
      message: 'The server "remote" wants you to sign in: run `deckhand mcp connect remote`.',
    });
    expect(world.pages).toEqual([]);
    expect(world.issuer.seen).toEqual([]);
  });

  it("serves after a person signed in, in this process and the next", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    expect(world.pages).toMatchObject([{ issuer: world.issuer.origin, earlier: undefined }]);
    expect(await echo(world)).toBe("hi");
    expect(await echo(world, createOAuth({ tokens: world.tokens }))).toBe("hi");
    await vi.waitFor(
      () =>
        expect(world.shown).toMatchObject([
          { status: 200, text: expect.stringMatching(/You are signed in/) },
        ]),
      10_000,
    );
  });

  it("is not signed in to by anybody without a browser", async () => {
    const world = await openOAuthWorld();
    await expect(world.oauth.signIn(world.row)).rejects.toBeInstanceOf(NeedsSignIn);
    expect(world.mcp.seen).toEqual([]);
  });

  it("gets what the standards ask for: S256, state, resource and redirect to this machine, and no token in a URL", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    await echo(world);
    const page = new URL(world.pages[0]!.url);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      resource: world.mcp.url,
      scope: "tools",
      state: expect.stringMatching(/^[\w-]{40,}$/),
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    });
    const [exchange] = world.issuer.tokenRequests("authorization_code");
    expect(exchange?.get("resource")).toBe(world.mcp.url);
    expect(exchange?.get("code_verifier")).toMatch(/^[\w.~-]{43,}$/);
    const urls = [
      ...world.issuer.seen.map(({ path, query }) => path + query),
      ...world.mcp.seen.map(({ url }) => url),
    ];
    expect(urls.filter((url) => /access-|refresh-|code_verifier/.test(url))).toEqual([]);
    const [registration] = world.issuer.seen.filter(({ path }) => path === "/register");
    expect(JSON.parse(registration!.body)).toMatchObject({
      client_name: "Deckhand",
      application_type: "native",
      token_endpoint_auth_method: "none",
    });
  });

  it("gets the resource also where it does not describe itself, as older revisions do not", async () => {
    const { issuer, oauth } = await openOAuthWorld();
    const row = remoteRow(`${issuer.origin}/mcp`);
    const pages: string[] = [];
    await oauth.signIn(row, {
      openBrowser: async (url) => {
        pages.push(url);
        void fetch(url).catch(() => {});
      },
    });
    expect(new URL(pages[0] ?? "").searchParams.get("resource")).toBe(`${issuer.origin}/mcp`);
    expect(issuer.tokenRequests("authorization_code")[0]?.get("resource")).toBe(`${issuer.origin}/mcp`);
  });

  it("gets the headers of its row, and nobody else does", async () => {
    const world = await openOAuthWorld();
    const row = remoteRow(world.mcp.url, { "x-gateway-key": "gateway-secret" });
    await world.oauth.signIn(row, { openBrowser: async (url) => void fetch(url).catch(() => {}) });
    expect(world.mcp.seen.every(({ headers }) => headers["x-gateway-key"] === "gateway-secret")).toBe(true);
    expect(JSON.stringify(world.issuer.seen)).not.toContain("gateway-secret");
  });

  it("keeps the sign-ins of a project apart from the user's own", async () => {
    const world = await openOAuthWorld();
    await world.signIn();
    const project = { ...world.row, source: { ...world.row.source, origin: "project" as const } };
    expect(await world.oauth.providerFor(world.row)?.token()).toMatch(/^access-/);
    expect(await world.oauth.providerFor(project)?.token()).toBeUndefined();
  });
});

describe("secrets", () => {
  it("are kept in files of this user alone, and nowhere else", async () => {
    const state = await temporaryState();
    const world = await openOAuthWorld({}, { tokens: createFileTokens(state) });
    await world.signIn();
    world.issuer.expireAll();
    await echo(world);
    const files = (await readdir(state, { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    );
    const texts = await Promise.all(
      files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")),
    );
    expect(texts.filter((text) => text.includes("refresh-"))).toHaveLength(1);
    expect(texts.join()).not.toMatch(/code-|code_verifier/);
  });
});
