import { expect, it } from "vitest";
import { progressNote } from "./progress-note.ts";

it.each([
  [{ progress: 3, total: 10, message: "reading" }, "3 of 10: reading"],
  [{ progress: 3 }, "3"],
  [{ progress: 0.5, total: 1, message: "" }, "0.5 of 1"],
  [{ progress: 1, message: "a\u001b[31mred\u0007\nline\r\n" }, "1: ared line"],
  [{ progress: 1, message: "x".repeat(10_000) }, `1: ${"x".repeat(300)} …`],
])("%j becomes %j", (told, note) => {
  expect(progressNote(told)).toBe(note);
});
