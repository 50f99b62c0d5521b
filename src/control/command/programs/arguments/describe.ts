import type { ProgramFacts, Surroundings } from "../../program-facts.ts";
import type { SimpleCommand, Word } from "../../simple-command.ts";
import { allOf, factsOfOptions, factsOfRole, found, NOTHING, runsWords } from "./facts.ts";
import type { FindingName } from "./findings.ts";
import { optionTable, type Role } from "./option-table.ts";
import { type Arguments, parseArguments } from "./parse-arguments.ts";
import { literal } from "./word.ts";

/** A call of a program whose name is known. */
export interface Call {
  readonly name: string;
  readonly args: readonly Word[];
  readonly command: SimpleCommand;
  readonly surroundings: Surroundings;
}

/** What one program does with its arguments; undefined when they cannot be understood. */
export type Describe = (call: Call) => ProgramFacts | undefined;

/** Programs by name. */
export type Programs = Readonly<Record<string, Describe>>;

/** Describes a program by its options and what its operands are: `["text", "read*"]` is a text and then files. */
export function program(options: string, operands: readonly (Role | `${Role}*`)[] = ["text*"]): Describe {
  return programWith(options, (args) => factsOfOperands(args.operands, operands));
}

/** Describes a program by its options and a function that looks at the rest. */
export function programWith(
  options: string,
  describe: (args: Arguments, call: Call) => ProgramFacts,
): Describe {
  const table = optionTable(`${options} --help --version`);
  return (call) => {
    const args = parseArguments(call.args, table);
    return allOf(factsOfOptions(args), describe(args, call));
  };
}

/** Describes a program that looks at files, and at the working folder when none is named. */
export function lister(options: string, isListing: (args: Arguments) => boolean = () => true): Describe {
  return programWith(options, (args) => {
    if (args.operands.length > 0) return factsOfOperands(args.operands, ["read*"]);
    return isListing(args) ? { ...NOTHING, reads: [literal(".")] } : NOTHING;
  });
}

/** Describes a program that runs the command after its own options and so many operands. */
export function wrapper(
  options: string,
  ownOperands = 0,
  more: (args: Arguments, call: Call) => ProgramFacts = () => NOTHING,
): Describe {
  const table = optionTable(`${options} --help --version`);
  return (call) => {
    const args = parseArguments(call.args, table, { optionsFirst: true });
    return allOf(factsOfOptions(args), runsWords(args.operands.slice(ownOperands)), more(args, call));
  };
}

/** Describes a program that is always wrong, whatever its arguments. */
export function never(rule: FindingName): Describe {
  return () => found(rule);
}

/** The same description under several names. */
export function named(names: string, describe: Describe): Programs {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, describe]));
}

/** What operands lead to, by their roles in order; a role with a star takes as many as the others leave. */
export function factsOfOperands(
  operands: readonly Word[],
  roles: readonly (Role | `${Role}*`)[],
): ProgramFacts {
  if (operands.length === 0) return NOTHING;
  const star = roles.findIndex((role) => role.endsWith("*"));
  const behind = star < 0 ? 0 : roles.length - star - 1;
  const facts: ProgramFacts[] = [];
  for (const [at, word] of operands.entries()) {
    const fromEnd = operands.length - at;
    const role =
      star < 0 || at < star ? roles[at] : fromEnd <= behind ? roles[roles.length - fromEnd] : roles[star];
    if (role === undefined) facts.push(found("arguments.unknown"));
    else if (role !== "text" && role !== "text*") facts.push(factsOfRole(plain(role), word));
  }
  return facts.length === 0 ? NOTHING : allOf(...facts);
}

function plain(role: Role | `${Role}*`): Role {
  return (role.endsWith("*") ? role.slice(0, -1) : role) as Role;
}
