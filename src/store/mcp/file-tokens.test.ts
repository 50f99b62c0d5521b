import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SignedIn, TokenStore } from "../../bridge/index.ts";
import { createFileTokens } from "./file-tokens.ts";

const SCOPE = { workspace: "", server: "a", url: "https://mcp.example/a" };

let state = "";
let tokens: TokenStore;
let told: string[] = [];

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "deckhand-tokens-"));
  told = [];
  tokens = createFileTokens(state, { tell: (sentence) => told.push(sentence) });
});

afterEach(() => rm(state, { recursive: true, force: true }));

describe("sign-ins in files", () => {
  it("come back in another process, for the same server at the same address only", async () => {
    expect(await tokens.get(SCOPE)).toBeUndefined();
    expect(await tokens.update(SCOPE, (kept) => kept ?? aSignIn())).toEqual(aSignIn());
    const other = createFileTokens(state);
    expect(await other.get(SCOPE)).toEqual(aSignIn());
    for (const scope of [
      { ...SCOPE, url: "https://mcp.example/b" },
      { ...SCOPE, server: "b" },
      { ...SCOPE, workspace: "/w" },
    ])
      expect(await other.get(scope)).toBeUndefined();
  });

  it("are changed and forgotten as one step, and leave no earlier token behind", async () => {
    await tokens.update(SCOPE, () => aSignIn());
    await tokens.update(
      SCOPE,
      (kept) => kept && { ...kept, tokens: { ...kept.tokens, access_token: "new" } },
    );
    expect(await wholeFolder()).not.toContain("access-1");
    expect(await tokens.update(SCOPE, () => undefined)).toBeUndefined();
    expect(await tokens.get(SCOPE)).toBeUndefined();
    expect(await wholeFolder()).not.toContain("refresh-1");
    expect(told).toEqual([]);
  });

  it("can be read by this user only", async () => {
    await tokens.update(SCOPE, () => aSignIn());
    for (const [file, mode] of await modes()) expect([file, mode]).toEqual([file, 0o600]);
    expect((await stat(join(state, "mcp/tokens"))).mode & 0o777).toBe(0o700);
  });

  it.each([
    ["cut short", (text: string) => text.slice(0, -10)],
    ["another's", (text: string) => text.replace("mcp.example/a", "evil.example/a")],
    ["without an issuer", (text: string) => text.replace('"issuer"', '"issued"')],
    ["with a token that is no text", (text: string) => text.replace('"access-1"', "1")],
  ])("that are damaged (%s) are none, loudly and without a secret", async (_how, damage) => {
    await tokens.update(SCOPE, () => aSignIn());
    const [[file]] = (await modes()) as [[string, number]];
    const text = await readFile(file, "utf8");
    expect(damage(text)).not.toBe(text);
    await writeFile(file, damage(text));
    expect(await tokens.get(SCOPE)).toBeUndefined();
    expect(told).toEqual([expect.stringContaining('The sign-in at server "a"')]);
    expect(told.join()).not.toMatch(/access-1|refresh-1|secret-1/);
    expect(await tokens.update(SCOPE, () => aSignIn())).toEqual(aSignIn());
  });
});

async function modes(): Promise<[string, number][]> {
  const folder = join(state, "mcp/tokens");
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  );
  return Promise.all(
    files.map(async ({ name, parentPath }): Promise<[string, number]> => {
      const file = join(parentPath, name);
      return [file, (await stat(file)).mode & 0o777];
    }),
  );
}

async function wholeFolder(): Promise<string> {
  const texts = await Promise.all((await modes()).map(([file]) => readFile(file, "utf8")));
  return texts.join("");
}

function aSignIn(): SignedIn {
  return {
    issuer: "https://auth.example",
    client: { client_id: "deckhand", client_secret: "secret-1" },
    tokens: { access_token: "access-1", token_type: "Bearer", refresh_token: "refresh-1" },
    at: 5,
    renewing: { by: "x", until: 9 },
  };
}
