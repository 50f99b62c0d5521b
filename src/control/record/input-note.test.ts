import { describe, expect, it } from "vitest";
import { createRedactor } from "../redact/redactor.ts";
import { inputNote } from "./input-note.ts";

const redactor = createRedactor({ secrets: () => ["swordfish", "halibut-1"] });

describe("the note of an input", () => {
  it("does not depend on the order of fields", () => {
    expect(inputNote({ b: 1, a: 2 }, redactor)).toEqual(inputNote({ a: 2, b: 1 }, redactor));
    expect(inputNote({ a: 2 }, redactor).digest).not.toBe(inputNote({ a: 3 }, redactor).digest);
  });

  it("is made after secrets are taken out, so that no digest gives one away", () => {
    expect(inputNote({ a: "swordfish" }, redactor)).toEqual(inputNote({ a: "halibut-1" }, redactor));
  });

  it("shows the beginning", () => {
    expect(inputNote({ a: "x".repeat(1000) }, redactor).preview).toMatch(/^\{"a":"x{194}…$/);
  });
});
