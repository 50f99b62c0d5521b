import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Consent, ConsentStore } from "../../bridge/index.ts";
import { ODD_NAMES } from "../conformance/conformance-case.ts";
import { createFileConsents } from "./file-consents.ts";

let state = "";
let consents: ConsentStore;
let told: string[] = [];

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "deckhand-consents-"));
  told = [];
  consents = createFileConsents(state, { tell: (sentence) => told.push(sentence) });
});

afterEach(() => rm(state, { recursive: true, force: true }));

describe("consents in files", () => {
  it("are found by every later list, also in another process, and once", async () => {
    expect(await consents.list()).toEqual([]);
    await consents.grant(aConsent({ hash: "2", at: "2026-02-01T00:00:00.000Z" }));
    await consents.grant(aConsent());
    await consents.grant(aConsent({ at: "2026-03-01T00:00:00.000Z" }));
    const both = [
      aConsent({ hash: "2", at: "2026-02-01T00:00:00.000Z" }),
      aConsent({ at: "2026-03-01T00:00:00.000Z" }),
    ];
    expect(await consents.list()).toEqual(both);
    expect(await createFileConsents(state).list()).toEqual(both);
    expect(told).toEqual([]);
  });

  it("are withdrawn for one server in one workspace", async () => {
    const stays = [aConsent({ server: "b" }), aConsent({ workspace: "/v" })];
    for (const each of [aConsent(), aConsent({ hash: "2" }), ...stays]) await consents.grant(each);
    await consents.withdraw("/w", "a");
    expect(new Set(await consents.list())).toEqual(new Set(stays));
    await consents.withdraw("/none", "a");
  });

  it("keep servers and workspaces of any name apart, inside their folder", async () => {
    const odd = [...ODD_NAMES, "../../up", "/etc/passwd", "a\nb"].map((name) =>
      aConsent({ server: name, workspace: `w${name}` }),
    );
    for (const each of odd) await consents.grant(each);
    expect(new Set(await consents.list())).toEqual(new Set(odd));
    expect(await readdir(state)).toEqual(["mcp"]);
    expect(await readdir(join(state, "mcp"))).toEqual(["consents"]);
    for (const file of await readdir(folder())) expect(file).toMatch(/^[0-9a-f]{64}\.json$/);
  });

  it("are not lost when many are granted at once", async () => {
    const others = createFileConsents(state);
    const all = Array.from({ length: 40 }, (_, n) => aConsent({ hash: String(n) }));
    await Promise.all(all.map((each, n) => (n % 2 === 0 ? consents : others).grant(each)));
    expect(await consents.list()).toHaveLength(40);
  });

  it("can be read by this user only", async () => {
    await consents.grant(aConsent());
    const [file = ""] = await readdir(folder());
    expect((await stat(join(folder(), file))).mode & 0o777).toBe(0o600);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
    expect((await stat(join(state, "mcp"))).mode & 0o777).toBe(0o700);
  });

  it.each([
    ["cut short", (text: string) => text.slice(0, 20)],
    ["empty", () => ""],
    ["another consent", (text: string) => text.replace('"/w"', '"/elsewhere"')],
    ["no text", (text: string) => text.replace('"/w"', "7")],
  ])("that are damaged (%s) do not count, loudly, and do not hide the others", async (_how, damage) => {
    await consents.grant(aConsent());
    const [file = ""] = await readdir(folder());
    await writeFile(join(folder(), file), damage(await readFile(join(folder(), file), "utf8")));
    await consents.grant(aConsent({ server: "b" }));
    expect(await consents.list()).toEqual([aConsent({ server: "b" })]);
    expect(told).toEqual([expect.stringContaining(`The consent in ${join(folder(), file)} is damaged`)]);
    await consents.grant(aConsent());
    expect(await consents.list()).toHaveLength(2);
  });

  it("do not count where something else has their name, or another's name was given to them", async () => {
    await consents.grant(aConsent());
    const [file = ""] = await readdir(folder());
    await copyFile(join(folder(), file), join(folder(), `${"0".repeat(64)}.json`));
    await mkdir(join(folder(), `${"1".repeat(64)}.json`));
    await writeFile(join(folder(), `${file}.0a1b2c`), "a draft of somebody who was killed");
    expect(await consents.list()).toEqual([aConsent()]);
    expect(told).toHaveLength(2);
  });

  it("that cannot be listed are a fault, not no consents", async () => {
    await mkdir(join(state, "mcp"));
    await writeFile(folder(), "a file where the folder should be");
    await expect(consents.list()).rejects.toMatchObject({ code: "tool_error" });
  });
});

function folder(): string {
  return join(state, "mcp/consents");
}

function aConsent(more: Partial<Consent> = {}): Consent {
  return { hash: "1", workspace: "/w", server: "a", at: "2026-01-01T00:00:00.000Z", ...more };
}
