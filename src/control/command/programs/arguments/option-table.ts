import { isFindingName, type FindingName } from "./findings.ts";

/** What the value of an option, or an operand, is to the program. */
export type Role =
  | "text"
  | "read"
  | "write"
  | "delete"
  /** A program that is run behind the back of whoever reads the command. */
  | "hidden"
  /** Shell text that the program is there to run. */
  | "script"
  /** A file whose content is run. */
  | "file"
  | "network";

/** One option as a program knows it. */
export interface OptionKind {
  /** The first of its names, by which describers ask for it. */
  readonly name: string;
  readonly takes: "nothing" | "value" | "attached";
  /** One for each word it takes. */
  readonly roles: readonly Role[];
  readonly finding: FindingName | undefined;
}

/** Every option a program knows, by each of its names. */
export interface OptionTable {
  readonly byName: ReadonlyMap<string, OptionKind>;
  /** Whether a number is an option, as in `head -5`. */
  readonly numbers: boolean;
}

/**
 * Reads a program's options from the short form they are written down in: words such as `-o,--output=write`. `=` says that a value follows
 * and what it is, `[=]` that one may be attached, `!` names what is wrong with giving it; `-abc` are three
 * options and `-abc,` is one, `-#` is any number.
 */
export function optionTable(spec: string): OptionTable {
  // Read when it is first asked: a session calls few of all the programs there are.
  let read: OptionTable | undefined;
  const table = () => (read ??= readTable(spec));
  return {
    get byName() {
      return table().byName;
    },
    get numbers() {
      return table().numbers;
    },
  };
}

function readTable(spec: string): OptionTable {
  const tokens = spec.split(/\s+/).filter((token) => token !== "");
  const kinds = tokens.filter((token) => token !== "-#").flatMap(kindsOf);
  return {
    byName: new Map(kinds.flatMap(({ names, kind }) => names.map((name) => [name, kind]))),
    numbers: tokens.includes("-#"),
  };
}

interface NamedKind {
  readonly names: readonly string[];
  readonly kind: OptionKind;
}

function kindsOf(token: string): readonly NamedKind[] {
  const [, named = "", finding, value] = /^([^=![]+)(?:!([\w.-]+))?(.*)$/.exec(token) ?? [];
  const names = named.split(",").filter((name) => name !== "");
  const rest = {
    takes: takesOf(value ?? ""),
    roles: rolesOf(value ?? ""),
    finding: findingOf(finding, token),
  };
  const [only = ""] = names;
  const cluster =
    !named.includes(",") && /^-[^-]./.test(only)
      ? Array.from(only.slice(1), (letter) => [`-${letter}`])
      : [names];
  return cluster.map((group) => ({ names: group, kind: { name: group[0] ?? "", ...rest } }));
}

function takesOf(value: string): OptionKind["takes"] {
  if (value === "") return "nothing";
  return value.startsWith("[") ? "attached" : "value";
}

function rolesOf(value: string): readonly Role[] {
  return value
    .replaceAll(/[[\]=]/g, "")
    .split(",")
    .map((role) => ROLES.find((known) => known === role) ?? "text");
}

const ROLES: readonly Role[] = ["text", "read", "write", "delete", "hidden", "script", "file", "network"];

function findingOf(name: string | undefined, token: string): FindingName | undefined {
  if (name === undefined) return undefined;
  if (!isFindingName(name)) throw new TypeError(`The option ${token} names no finding that is known.`);
  return name;
}
