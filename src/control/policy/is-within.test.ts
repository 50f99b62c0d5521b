import { expect, it } from "vitest";
import { isBelow, isWithin } from "./is-within.ts";

it.each([
  ["/ws", "/ws"],
  ["/ws/", "/ws"],
  ["/ws/a", "/ws/"],
  ["/ws/b/../a", "/ws"],
  ["/ws//a", "/ws"],
  ["/anything", "/"],
])("%s is within %s", (path, folder) => {
  expect(isWithin(path, folder)).toBe(true);
});

it.each([
  ["/ws-old/a", "/ws"],
  ["/w", "/ws"],
  ["/ws/../etc/passwd", "/ws"],
  ["/WS/a", "/ws"],
])("%s is not within %s", (path, folder) => {
  expect(isWithin(path, folder)).toBe(false);
});

it("a folder is not below itself", () => {
  expect(isBelow("/ws/a", "/ws")).toBe(true);
  expect(isBelow("/ws/", "/ws")).toBe(false);
  expect(isBelow("/ws/a/..", "/ws")).toBe(false);
});
