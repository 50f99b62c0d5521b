import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RecordedWorkspace, recordedWorkspace } from "../../../../test/recorded-workspace.ts";
import { defaultDriver } from "../../../store/sqlite/default-driver.ts";

let workspace: RecordedWorkspace;

beforeEach(async () => {
  workspace = await recordedWorkspace();
});

afterEach(() => workspace.close());

interface AuditRow {
  readonly id: string;
  readonly attack: string;
}

const ROWS = (await readFile(new URL("../../../../test/corpus/audit.jsonl", import.meta.url), "utf8"))
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as AuditRow);

/** What each attack does, and the first record that is bad then. */
const ATTACKS: Readonly<Record<string, () => Promise<number>>> = {
  "remove a record from the middle": async () => {
    await sql("DELETE FROM audit WHERE seq = 10");
    return 10;
  },
  "empty the trail": async () => {
    await sql("DELETE FROM audit");
    return 1;
  },
  "put an older copy of the trail back (not of the anchor)": async () => {
    const { database } = workspace.place;
    await sql(INTO_ONE_FILE);
    await copyFile(`${database}.older`, database);
    return 13;
  },
};

describe("deckhand audit verify", () => {
  it("is ok where nothing was ever recorded, and makes no file", async () => {
    const { code, json } = await workspace.deckhand("audit", "verify", "--json");
    expect({ code, verdict: json() }).toEqual({ code: 0, verdict: { ok: true, records: 0 } });
    await expect(readdir(workspace.stateFolder)).rejects.toThrow(/ENOENT/);
  });

  it.each(ROWS)("$id: $attack", async ({ attack }) => {
    for (let made = 1; made <= 10; made += 1) {
      await workspace.call("write", { path: `${made}.txt`, content: "x" });
      if (made === 6) await copyTrail();
    }
    const before = await workspace.deckhand("audit", "verify", "--json");
    expect({ code: before.code, verdict: before.json() }).toEqual({
      code: 0,
      verdict: { ok: true, records: 20 },
    });
    const act = ATTACKS[attack];
    expect(act, `no such attack: ${attack}`).toBeDefined();
    const seq = await act?.();
    const { code, json } = await workspace.deckhand("audit", "verify", "--json");
    expect(code).toBe(1);
    expect(json()).toMatchObject({ ok: false, firstBad: { seq, why: expect.any(String) } });
    const { out } = await workspace.deckhand("audit", "verify");
    expect(out).toContain(`bad: record ${seq}: `);
  });

  it.each([
    ["altered", "UPDATE audit SET record = replace(record, 'write', 'wrote') WHERE seq = 3", 3],
    ["swapped", "UPDATE audit SET record = (SELECT record FROM audit WHERE seq = 1) WHERE seq = 2", 2],
    ["cut off at the end", "DELETE FROM audit WHERE seq > 3", 4],
    ["no record at all", "UPDATE audit SET record = 'x' WHERE seq = 2", 2],
  ])("finds a record that was %s", async (_how, attack, seq) => {
    for (const path of ["1.txt", "2.txt"]) await workspace.call("write", { path, content: "x" });
    await sql(attack);
    const { code, json } = await workspace.deckhand("audit", "verify", "--json");
    expect({ code, verdict: json() }).toMatchObject({ code: 1, verdict: { firstBad: { seq } } });
  });

  it("finds a trail that was taken away whole, and a key that was changed", async () => {
    await workspace.call("write", { path: "1.txt", content: "x" });
    await writeFile(`${workspace.stateFolder}/audit.key`, "deckhand-audit-key-1 AAAA\n");
    expect(await workspace.deckhand("audit", "verify")).toMatchObject({ code: 1 });
    await rm(dirname(workspace.place.database), { recursive: true });
    const { code, out } = await workspace.deckhand("audit", "verify");
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining("record 1") });
  });
});

describe("deckhand audit list and export", () => {
  it("R237: show every record, for a person the newest first, for a program as it was sealed", async () => {
    const { trace = "" } = await workspace.call("write", { path: "1.txt", content: "\u202e" });
    await workspace.call("read", { path: "missing.txt" });
    const { out } = await workspace.deckhand("audit", "list");
    expect(out.split("\n").map((line) => line.split(/\s+/)[2])).toEqual([
      "KIND",
      "failed",
      "completed",
      "intent",
      undefined,
    ]);
    expect(out).toContain(trace.slice(-8));
    expect(out).not.toContain("\u202e");
    const listed = (await workspace.deckhand("audit", "list", "--limit", "1", "--json")).json();
    expect(listed).toMatchObject({ records: [{ seq: 3, kind: "failed" }] });
    const exported = (await workspace.deckhand("audit", "export")).out.trim().split("\n");
    expect(exported.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { seq: 1, prev: "", seal: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { seq: 2 },
      { seq: 3 },
    ]);
  });

  it("are empty where nothing was recorded", async () => {
    expect(await workspace.deckhand("audit")).toMatchObject({ code: 0, out: "" });
    expect(await workspace.deckhand("audit", "export")).toMatchObject({ code: 0, out: "" });
  });
});

const INTO_ONE_FILE = "PRAGMA wal_checkpoint(TRUNCATE)";

async function sql(text: string): Promise<void> {
  const connection = await defaultDriver().open(workspace.place.database);
  await connection.exec(text);
  await connection.close();
}

async function copyTrail(): Promise<void> {
  const { database } = workspace.place;
  await sql(INTO_ONE_FILE);
  await copyFile(database, `${database}.older`);
}
