import { describe, expect, it } from "vitest";
import { Fault } from "../../kernel/index.ts";
import { auditKeyFrom, auditKeyText, parseAuditKey } from "./audit-key.ts";

describe("the key of a trail", () => {
  it("is made for a trail that has not begun, and read back from then on", () => {
    const { key, fresh } = auditKeyFrom(undefined, { records: 0 });
    expect(key).toHaveLength(32);
    expect(auditKeyFrom(fresh, { records: 10 })).toEqual({ key });
    expect(auditKeyFrom(undefined, { records: 0 }).key).not.toEqual(key);
  });

  it("is never made anew for a trail that has begun", () => {
    expect(() => auditKeyFrom(undefined, { records: 10 })).toThrow("its key is gone");
  });

  it.each([
    "",
    "deckhand-audit-key-1 ",
    "deckhand-audit-key-1 AAAA",
    "AAAA",
    auditKeyText(new Uint8Array(31)),
    auditKeyText(new Uint8Array(33)),
    `x${auditKeyText(new Uint8Array(32))}`,
  ])("is not read from %j", (text) => {
    expect(() => parseAuditKey(text)).toThrow(Fault);
  });
});
