import { copyFile, readFile, rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Approval, ApproverAnswer } from "../../src/control/index.ts";
import { defineTool, textResult } from "../../src/kernel/index.ts";
import { verifyRecords } from "../../src/session/index.ts";
import { defaultDriver } from "../../src/store/sqlite/default-driver.ts";
import { type FaultGround, faultGround, make, write } from "./fault-ground.ts";

interface AuditRow {
  readonly id: string;
  readonly attack: string;
}

interface OutputRow {
  readonly id: string;
  readonly text: string;
  readonly expect: "strip" | "escape" | "text" | "truncate";
  readonly result?: string;
}

const auditRows = await rowsOf<AuditRow>("audit.jsonl");
const outputRows = await rowsOf<OutputRow>("output.jsonl");

let ground: FaultGround;

beforeEach(async () => {
  ground = await faultGround();
});

afterEach(() => ground.close());

describe("the trail of a governed session in SQLite", () => {
  const ATTACKS: Readonly<
    Record<string, { readonly firstBad: number; readonly attack: () => Promise<void> }>
  > = {
    "remove a record from the middle": {
      firstBad: 10,
      attack: () => tamper("DELETE FROM audit WHERE seq = 10"),
    },
    "empty the trail": { firstBad: 1, attack: () => tamper("DELETE FROM audit") },
    "put an older copy of the trail back (not of the anchor)": {
      firstBad: 13,
      attack: async () => {
        for (const end of ["", "-wal", "-shm"]) await rm(`${ground.place.database}${end}`, { force: true });
        await copyFile(`${ground.place.database}.old`, ground.place.database);
      },
    },
  };

  it.each(auditRows)("$id: $attack is detected", async ({ attack: name }) => {
    const session = ground.open();
    for (let call = 1; call <= 10; call += 1) {
      await write(session, `${call}.txt`);
      if (call === 6) await tamper(`VACUUM INTO '${ground.place.database}.old'`);
    }
    await session.close();
    expect(await verifyRecords(ground.at)).toEqual({ ok: true, records: 20 });
    const { firstBad, attack } = ATTACKS[name] ?? {};
    await attack?.();
    expect(await verifyRecords(ground.at)).toMatchObject({ ok: false, firstBad: { seq: firstBad } });
  });
});

describe("what a governed tool prints", () => {
  it.each(outputRows.filter(({ expect: what }) => what !== "truncate"))(
    "$id reaches the model, the record and a person as it should",
    async ({ text, expect: what, result = text }) => {
      const says = defineTool({ name: "says", parameters: { type: "object" }, run: () => textResult(text) });
      const session = ground.open({}, { addons: [{ name: "mine", tools: [says] }] });
      const { output, trace } = await make(session, "says", {});
      expect(output).toBe(what === "strip" ? result : text);
      await session.close();
      const { traces } = await ground.remembered();
      expect(traces).toMatchObject([{ id: trace, output: what === "strip" ? result : text }]);
      expect(await previewOf(text)).not.toMatch(/[^\P{C}\n]/u);
    },
  );

  it("out.flood: a flood is bounded for the model and for the record, and the rest is under a handle", async () => {
    const session = ground.open();
    const outcome = await make(session, "bash", { command: "yes | head -c 40000000" });
    const text = String(outcome.output);
    expect(Buffer.byteLength(text)).toBeLessThan(70_000);
    expect(text).toMatch(/y\ny\n.*omitted.*y\ny/s);
    await session.close();
    const { traces } = await ground.remembered();
    expect(JSON.stringify(traces).length).toBeLessThan(100_000);
  });
});

/** What a person is shown of a call that would write a text. */
async function previewOf(content: string): Promise<string> {
  const shown: Approval[] = [];
  const ask = async (approval: Approval): Promise<ApproverAnswer> => {
    shown.push(approval);
    return "deny";
  };
  await write(ground.open({ trust: "L2", approver: { by: "test", ask } }), "shown.txt", content);
  return shown.map(({ preview, reason }) => preview + reason).join("\n");
}

async function tamper(sql: string): Promise<void> {
  const connection = await defaultDriver().open(ground.place.database);
  await connection.exec(sql);
  await connection.close();
}

async function rowsOf<Row>(name: string): Promise<readonly Row[]> {
  const text = await readFile(new URL(`../corpus/${name}`, import.meta.url), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}
