import { expect, it } from "vitest";
import { nearestName } from "./index.ts";

it.each([
  ["gerp", "grep"],
  ["Read", "read"],
  ["web_fetch", "webfetch"],
  ["wrte", "write"],
  ["kubernetes", undefined],
  ["", undefined],
])("the name nearest to %j is %j", (wanted, expected) => {
  expect(nearestName(wanted, ["read", "grep", "webfetch", "write", "ls"])).toBe(expected);
});
