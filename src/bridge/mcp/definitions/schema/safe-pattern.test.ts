import { describe, expect, it } from "vitest";
import { isSafePattern } from "./safe-pattern.ts";

describe("a pattern of somebody else", () => {
  it.each([
    "^[a-z0-9-]+$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$",
    "^https?://",
    "^(?:GET|POST|PUT)$",
    "^#(?:[0-9a-fA-F]{3}){1,2}$",
    "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$",
    "^\\p{Lu}",
    "^v?\\d+\\.\\d+\\.\\d+$",
    "^.*\\.json$",
    "",
  ])("%s is used", (pattern) => {
    expect(isSafePattern(pattern)).toBe(true);
  });

  it.each([
    "(",
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "^(a?){50}a{50}$",
    `^${"a?".repeat(30)}$`,
    "^a*a*a*a*b$",
    "^.*.*.*=$",
    "^\\w+\\w+\\w+!$",
    "^(?!.*\\.\\.)x",
    "^(a)\\1*$",
    "(x+x+)+y",
    "^([a-z]+)*$",
    "^((ab){1,100}){1,100}$",
    "x".repeat(1001),
    "^a{0,500}a{0,500}a{0,500}b$",
  ])("%s is not", (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });
});
