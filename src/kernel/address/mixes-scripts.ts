import { domainToUnicode } from "node:url";

/** Tells whether a label of a host, as people see it, is written in more than one script. */
export function mixesScripts(host: string): boolean {
  if (!host.includes("xn--")) return false;
  return domainToUnicode(host)
    .split(".")
    .some((label) => !ONE_SCRIPT.some((pattern) => pattern.test(label)));
}

/** The scripts of living languages; Chinese, Japanese and Korean are written in several that count as one. */
const SCRIPTS = [
  ["Latin"],
  ["Cyrillic"],
  ["Greek"],
  ["Han", "Bopomofo"],
  ["Han", "Hiragana", "Katakana"],
  ["Han", "Hangul"],
  ...[
    ["Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi", "Hebrew"],
    ["Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana"],
    ["Thai", "Tibetan"],
  ]
    .flat()
    .map((script) => [script]),
];

/** Digits, hyphens and marks belong to every script. */
const ONE_SCRIPT = SCRIPTS.map((names) => {
  const classes = [...names, "Common", "Inherited"].map((name) => `\\p{Script_Extensions=${name}}`);
  return new RegExp(`^[${classes.join("")}]+$`, "u");
});
