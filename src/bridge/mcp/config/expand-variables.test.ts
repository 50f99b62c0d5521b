import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dialect, translateVariables } from "./dialect.ts";
import { expandVariables, type Variables } from "./expand-variables.ts";

const given: Variables = {
  env: { TOKEN: "s3cret", EMPTY: "", TRICKY: "${TOKEN} $TOKEN ${HOME:-x}" },
  workspace: "/work/project",
  home: "/home/me",
  input: (id) => (id === "key" ? "typed" : undefined),
};

const name = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/)
  .filter((word) => !/^(?:workspaceFolder|userHome|pathSeparator)/.test(word));
const textOf = (text: string, variables: Variables): string => {
  const expanded = expandVariables(text, variables);
  if (expanded.unresolved !== undefined) throw new Error(`unresolved: ${expanded.unresolved.join()}`);
  return expanded.text;
};

describe("expandVariables", () => {
  it.each([
    ["${TOKEN}", "s3cret"],
    ["${env:TOKEN}", "s3cret"],
    ["Bearer ${TOKEN}!", "Bearer s3cret!"],
    ["${MISSING:-plan b}", "plan b"],
    ["${MISSING:-}", ""],
    ["${EMPTY}", ""],
    ["${EMPTY:-plan b}", "plan b"],
    ["${TOKEN:-plan b}", "s3cret"],
    ["${MISSING:-http://a.example:80/-x}", "http://a.example:80/-x"],
    ["${workspaceFolder}/a", "/work/project/a"],
    ["${workspaceFolderBasename}", "project"],
    ["${userHome}/b", "/home/me/b"],
    ["${input:key}", "typed"],
    ["${TRICKY}", "${TOKEN} $TOKEN ${HOME:-x}"],
    ["$TOKEN", "$TOKEN"],
    ["$${TOKEN}", "$s3cret"],
    ["${$}{TOKEN}", "${TOKEN}"],
    ["${", "${"],
    ["a } b { c", "a } b { c"],
    ["${TOKEN", "${TOKEN"],
  ])("makes %s into %s", (text, expected) => {
    expect(expandVariables(text, given)).toEqual({ text: expected });
  });

  it.each([
    ["${MISSING}", ["MISSING"]],
    ["${A} ${B} ${A}", ["A", "B"]],
    ["${}", [""]],
    ["${ TOKEN }", [" TOKEN "]],
    ["${input:other}", ["input:other"]],
    ["${command:run}", ["command:run"]],
    ["${file:/etc/passwd}", ["file:/etc/passwd"]],
    ["${A:-${TOKEN}}", ["A:-${TOKEN"]],
    ["${constructor}", ["constructor"]],
    ["${__proto__}", ["__proto__"]],
    ["${TOKEN:+x}", ["TOKEN:+x"]],
  ])("names what stands for nothing in %s", (text, unresolved) => {
    expect(expandVariables(text, given)).toEqual({ unresolved });
  });

  it("leaves a text without variables as it is", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("${")),
        (text) => {
          expect(textOf(text, given)).toBe(text);
        },
      ),
    );
  });

  it("fills in any value once and never looks at it again", () => {
    fc.assert(
      fc.property(name, fc.string(), fc.string(), (variable, value, around) => {
        const safe = around.replaceAll("${", "");
        fc.pre(!safe.endsWith("$"));
        const variables = { ...given, env: { [variable]: value } };
        expect(textOf(`${safe}\${${variable}}`, variables)).toBe(safe + value);
      }),
    );
  });

  it("uses a default exactly when the variable is unset or empty", () => {
    const word = fc.stringMatching(/^[^{}]{0,12}$/);
    fc.assert(
      fc.property(name, fc.option(fc.string(), { nil: undefined }), word, (variable, value, fallback) => {
        const variables = { ...given, env: { [variable]: value } };
        expect(textOf(`\${${variable}:-${fallback}}`, variables)).toBe(value ? value : fallback);
      }),
    );
  });

  it("never throws and takes time with the length of the text only", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("$", "{", "}", ":", "-", "A", "env:") }),
        (text) => void expandVariables(text, given),
      ),
    );
    expect(expandVariables("${".repeat(500_000), given)).toHaveProperty("text");
    expect(expandVariables("${A:-".repeat(200_000), given)).toHaveProperty("text");
  });
});

describe("translateVariables", () => {
  const dialects: readonly Dialect[] = ["deckhand", "dollar", "braces", "literal"];

  it("keeps every text of a host without variables as it is written, whatever it looks like", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("$", "{", "}", "A", ":", "-", "env:") }), (text) => {
        expect(textOf(translateVariables(text, "literal"), given)).toBe(text);
      }),
    );
  });

  it.each<[Dialect, string, string]>([
    ["dollar", "$TOKEN/${TOKEN}", "s3cret/s3cret"],
    ["dollar", "cost: 5$", "cost: 5$"],
    ["braces", "Bearer {env:TOKEN}", "Bearer s3cret"],
    ["braces", "${TOKEN}", "${TOKEN}"],
    ["braces", "{a: 1}", "{a: 1}"],
    ["literal", "${TOKEN} $TOKEN {env:TOKEN}", "${TOKEN} $TOKEN {env:TOKEN}"],
  ])("reads %s: %s", (dialect, text, expected) => {
    expect(expandVariables(translateVariables(text, dialect), given)).toEqual({ text: expected });
  });

  it("does not read files that a row names", () => {
    expect(expandVariables(translateVariables("{file:~/.key}", "braces"), given)).toEqual({
      unresolved: ["file:~/.key"],
    });
  });

  it("leaves words without signs alone in every dialect", () => {
    for (const dialect of dialects)
      expect(translateVariables("plain -y @a/b", dialect)).toBe("plain -y @a/b");
  });
});
