import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ABOUT_SERVING, ANSWERS as JUDGED_ANSWERS, ELSEWHERE, type McpAnswer } from "./answer-mcp-row.ts";
import { MOUNTED_ANSWERS } from "./answer-mounted-row.ts";

interface McpRow {
  readonly id: string;
  readonly description: string;
  readonly expect: McpAnswer;
  readonly accept?: readonly McpAnswer[];
}

const rows = readFileSync(new URL("mcp.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as McpRow);

const ANSWERS = { ...JUDGED_ANSWERS, ...MOUNTED_ANSWERS };

/** Until Deckhand serves others, rows about that have no answer, right or wrong. */
const servesOthers = false;

const answered = rows.filter(({ id }) => id in ANSWERS);
const serving = rows.filter(({ id }) => ABOUT_SERVING.includes(id));

describe("the corpus of servers", () => {
  it("has a place for the answer to every row, and to no other", () => {
    const placed = [...Object.keys(ANSWERS), ...Object.keys(ELSEWHERE), ...ABOUT_SERVING];
    expect(placed.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it.each(answered)("$id: $description", async ({ id, expect: right, accept = [right] }) => {
    expect(accept).toContain(await ANSWERS[id]?.());
  });

  it.skipIf(!servesOthers).each(serving)(
    "$id: $description",
    async ({ id, expect: right, accept = [right] }) => {
      expect(accept).toContain(await ANSWERS[id]?.());
    },
  );
});
