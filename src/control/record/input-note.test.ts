import { describe, expect, it } from "vitest";
import { createRedactor } from "../redact/redactor.ts";
import { noteOf } from "./input-note.ts";

const redactor = createRedactor({ secrets: () => ["swordfish", "halibut-1"] });

describe("the note of an input", () => {
  it("does not depend on the order of fields", () => {
    expect(noteOf(redactor.value({ b: 1, a: 2 }))).toEqual(noteOf(redactor.value({ a: 2, b: 1 })));
    expect(noteOf(redactor.value({ a: 2 })).digest).not.toBe(noteOf(redactor.value({ a: 3 })).digest);
  });

  it("is made after secrets are taken out, so that no digest gives one away", () => {
    expect(noteOf(redactor.value({ a: "swordfish" }))).toEqual(noteOf(redactor.value({ a: "halibut-1" })));
  });

  it("shows the beginning", () => {
    expect(noteOf(redactor.value({ a: "x".repeat(1000) })).preview).toMatch(/^\{"a":"x{194}…$/);
  });
});
