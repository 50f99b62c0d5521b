import { array, assert, constantFrom, property, string, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Word } from "../../simple-command.ts";
import { optionTable } from "./option-table.ts";
import { hasOption, parseArguments, valuesOf } from "./parse-arguments.ts";
import { literal } from "./word.ts";

const TABLE = optionTable(
  "-abc -o,--output=write -n= -i[=] --color[=] --colour-scheme= -w,--two=text,read -ps, --verbose -#",
);

function parse(text: string, style = {}) {
  return parseArguments(text.split(" ").filter(Boolean).map(literal), TABLE, style);
}

function shown(text: string) {
  const { options, operands, unknown } = parse(text);
  return {
    options: options.map(({ kind, values }) => [kind.name, ...textsOf(values)].join(" ")),
    operands: textsOf(operands),
    unknown: textsOf(unknown),
  };
}

function textsOf(words: readonly Word[]): readonly (string | undefined)[] {
  return words.map((word) => word.text);
}

describe("parseArguments", () => {
  it("takes clusters apart, with the value of the last option attached or next", () => {
    expect(shown("-abo out x")).toEqual({ options: ["-a", "-b", "-o out"], operands: ["x"], unknown: [] });
    expect(shown("-abofile x").options).toEqual(["-a", "-b", "-o file"]);
    expect(shown("-n5 -i.bak -i y").options).toEqual(["-n 5", "-i .bak", "-i"]);
  });

  it("knows long options in full, with a value, and shortened to what is one of a kind", () => {
    expect(shown("--output=x --output y --out=z --ou q").options).toEqual(["-o x", "-o y", "-o z", "-o q"]);
    expect(shown("--colo").unknown).toEqual(["--colo"]);
    expect(shown("--color --color=always").options).toEqual(["--color", "--color always"]);
    expect(shown("--verbose=1").unknown).toEqual(["--verbose=1"]);
  });

  it("knows options of several letters, of several values, and numbers", () => {
    expect(shown("-ps -20 -w a b c")).toEqual({ options: ["-ps", "-w a b"], operands: ["c"], unknown: [] });
  });

  it("takes everything after two dashes, and a single one, for operands", () => {
    expect(shown("- -a -- -b --output x").operands).toEqual(["-", "-b", "--output", "x"]);
  });

  it("stops at the first operand where the rest belongs to another program", () => {
    expect(parse("-a prog -b", { optionsFirst: true }).operands.map(({ text }) => text)).toEqual([
      "prog",
      "-b",
    ]);
  });

  it("keeps what follows an unknown option", () => {
    expect(shown("-z -az x --what=y")).toEqual({
      options: ["-a"],
      operands: ["x"],
      unknown: ["-z", "-az", "--what=y"],
    });
  });

  it("tells a computed value from a computed option by what stands before it", () => {
    const words: Word[] = ['--output="$x"', '-ao"$x"', "-n$x", '"$x"', "-$x", "--$x=y"].map((source) => ({
      text: undefined,
      source,
    }));
    const args = parseArguments(words, TABLE);
    expect(valuesOf(args, "-o")).toHaveLength(2);
    expect(valuesOf(args, "-n")).toHaveLength(1);
    expect(args.operands.map(({ source }) => source)).toEqual(['"$x"']);
    expect(args.unknown.map(({ source }) => source)).toEqual(["-$x", "--$x=y"]);
  });

  it("never loses a word: each is an option, a value, an operand or unknown", () => {
    const word = constantFrom(
      "-a",
      "-abc",
      "-o",
      "-ox",
      "--output",
      "--output=y",
      "--out",
      "-z",
      "--",
      "-",
      "word",
      "-5",
      "-w",
      "-ps",
    );
    assert(
      property(array(word, { maxLength: 12 }), (texts) => {
        const words = texts.map(literal);
        const { options, operands, unknown } = parseArguments(words, TABLE);
        const kept = new Set<Word>([...operands, ...unknown, ...options.flatMap(({ values }) => values)]);
        const plain = texts.filter((text) => text === "word").length;
        expect([...kept].filter(({ text }) => text === "word")).toHaveLength(plain);
      }),
    );
  });

  it("finds the option in whatever cluster it stands", () => {
    assert(
      property(stringMatching(/^[abc]{0,5}$/), string({ minLength: 1 }), (before, value) => {
        const args = parseArguments([literal(`-${before}o`), literal(value)], TABLE);
        expect(valuesOf(args, "-o").map(({ text }) => text)).toEqual([value]);
        expect(hasOption(args, "-a")).toBe(before.includes("a"));
      }),
    );
  });

  it("refuses a table that names a rule nobody knows", () => {
    expect(() => optionTable("-i!no.such").byName).toThrow("names no finding");
  });
});
