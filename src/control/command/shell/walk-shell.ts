import type { AndOr, CommandNode, ParsedScript, Pipeline, Statement } from "unbash";
import type { Assignment, InputSource, SimpleCommand, Word } from "../simple-command.ts";
import { expansionAt } from "./expansion-at.ts";
import type { Doubt, FunctionBody } from "./expansion.ts";
import { bringsIndexText } from "./index-text.ts";
import { parseShell, type ShellParse } from "./parse-shell.ts";
import { redirected } from "./redirected.ts";
import { assignNamed, type Folder, forkOf, rootScope, setFunction, setVariable, UNKNOWN } from "./scope.ts";
import { runSimple } from "./run-simple.ts";
import { walkAndOr } from "./walk-and-or.ts";
import { walkCompound } from "./walk-compound.ts";
import { type Repeated, walkRemembered } from "./walk-remembered.ts";
import { isExhausted, type Place, type Walker } from "./walker.ts";

/** Where a command starts. */
export interface Start {
  readonly cwd: string | undefined;
  readonly home: string;
  readonly workspace: string;
  readonly input: InputSource;
  /** Functions that are already defined. */
  readonly functions?: ReadonlySet<string> | undefined;
  /** `$0`; undefined when it cannot be told. */
  readonly calledAs?: Word | undefined;
  /** `$1` and on; undefined when they cannot be told. */
  readonly positional: readonly Word[] | undefined;
  /** Levels of nesting already used up around it. */
  readonly level: number;
}

/** Everything that a command line may run. */
export interface Seen {
  readonly commands: readonly SimpleCommand[];
  /** What is wrong with the text itself. */
  readonly doubts: readonly Doubt[];
  /** Variables that were set without an assignment, as by `read` or `for`; absent where there are none. */
  readonly named: ReadonlyMap<string, Assignment> | undefined;
  /** How many commands were looked at on the way; more than there are where something is looked at again. */
  readonly steps: number;
}

/** Follows a parsed command line as a shell would, every way at once, and collects what may run. */
export function walkShell(script: ParsedScript, text: string, start: Start): Seen {
  const walker = new ShellWalker(text, start);
  const folder: Folder = start.cwd === undefined ? undefined : [start.cwd];
  const scope = rootScope<FunctionBody>(folder, start.positional);
  if (start.calledAs !== undefined) setVariable(scope, "0", start.calledAs);
  walkStatements(script.commands, { scope, input: start.input, source: text }, walker);
  if (walker.uncalled !== undefined) walkUncalled(walker);
  if (isExhausted(walker)) {
    walker.doubts.push({
      verdict: "deny",
      rule: "shell.limit",
      reason: "it runs more commands than can be looked at",
      source: text,
    });
  }
  if (walker.evaluated !== undefined && walker.commands.some(bringsIndexText)) {
    walker.doubts.push({
      verdict: "ask",
      rule: "shell.evaluated-variable",
      reason: "arithmetic may run a text that the command brings along",
      source: walker.evaluated,
    });
  }
  const commands = walker.memories === undefined ? walker.commands : [...new Set(walker.commands)];
  return { commands, doubts: walker.doubts, named: scope.shared.named, steps: walker.steps };
}

/** One walk; a class, since making its functions anew for every command takes longer than walking most of them. */
class ShellWalker implements Walker {
  readonly home: string;
  readonly workspace: string;
  readonly known: ReadonlySet<string> | undefined;
  readonly commands: SimpleCommand[] = [];
  readonly doubts: Doubt[] = [];
  steps = 0;
  ran = 0;
  repeated = 0;
  readonly most: number;
  readonly mostRepeated: number;
  repeating = 0;
  memories: Walker["memories"] = undefined;
  evaluated: Walker["evaluated"] = undefined;
  readonly calling: FunctionBody[] = [];
  uncalled: Walker["uncalled"] = undefined;
  private depth: number;
  private parses: Map<string, ShellParse> | undefined = undefined;

  constructor(text: string, { home, workspace, functions, level }: Start) {
    this.home = home;
    this.workspace = workspace;
    this.known = functions;
    this.most = LEAST_ROOM + text.length / 2;
    this.mostRepeated = LEAST_REPEATED + text.length / 6;
    this.depth = level;
  }

  walk(node: Node, place: Place): void {
    walkNode(node, place, this);
  }

  walkAnew(node: Repeated, place: Place): void {
    walkInside(node, place, this);
  }

  /** The same text comes again with every round of a loop. */
  parsed(text: string, level: number): ShellParse {
    const key = `${level} ${text}`;
    this.parses ??= new Map();
    const before = this.parses.get(key);
    if (before !== undefined) return before;
    const parsed = parseShell(text, level);
    this.parses.set(key, parsed);
    return parsed;
  }

  walkText(text: string, place: Place, source: string): void {
    this.depth++;
    walkText(text, place, source, this.depth, this);
    this.depth--;
  }
}

/** How many commands even the shortest text may run. */
const LEAST_ROOM = 100;

/** The same for those in loops and functions, where a text of some length has less room than elsewhere. */
const LEAST_REPEATED = 200;

/** A function that is never called by name may be called by other means, with any arguments; once from where it was defined is enough. */
function walkUncalled(walker: Walker): void {
  const walked = new Map<FunctionBody, Place[]>();
  for (const [body, place] of walker.uncalled ?? []) {
    if (isExhausted(walker)) return;
    walker.uncalled?.delete(body);
    const before = walked.get(body) ?? [];
    if (before.includes(place)) continue;
    walked.set(body, [...before, place]);
    walker.repeating++;
    walkNode(body, { ...place, scope: { ...forkOf(place.scope), positional: undefined } }, walker);
    walker.repeating--;
  }
}

function walkText(text: string, place: Place, source: string, level: number, walker: ShellWalker): void {
  const parsed = walker.parsed(text, level);
  if ("fault" in parsed) {
    walker.doubts.push({ verdict: "deny", rule: "shell.unparsable", reason: parsed.fault, source });
    return;
  }
  walkStatements(parsed.script.commands, { ...place, source: text }, walker);
}

function walkStatements(statements: readonly Statement[], place: Place, walker: Walker): void {
  for (const { command, background } of statements) {
    if (isExhausted(walker)) return;
    const where = background === true ? { ...place, scope: forkOf(place.scope) } : place;
    walkNode(command, where, walker);
  }
}

type Node = Parameters<Walker["walk"]>[0] | AndOr;

function walkNode(node: Node, place: Place, walker: Walker): void {
  switch (node.type) {
    case "AndOr":
      return walkAndOr(node, place, walker);
    case "Pipeline":
      return walkPipeline(node, place, walker);
    case "CompoundList":
      return walkStatements(node.commands, place, walker);
    case "Command":
      return runSimple(node, place, walker);
    case "Redirected":
      return walkNode(node.command, redirected(node, place, walker), walker);
    case "Function":
      return define(node, place, walker);
    case "Coproc":
      assignNamed(place.scope, node.name?.text ?? "COPROC", UNKNOWN);
      return walkNode(node.body, { ...place, scope: forkOf(place.scope), input: NO_INPUT }, walker);
    case "BraceGroup":
    case "Subshell":
    case "If":
    case "Case":
    case "While":
    case "For":
    case "Select":
    case "ArithmeticFor":
      // What stands in a loop is walked again with every round, and most of it comes to the same.
      if (walker.repeating > 0) return walkRemembered(node, place, walker);
      return walkCompound(node, place, walker, expansionAt(place, walker));
    case "TestCommand":
    case "ArithmeticCommand":
      return walkCompound(node, place, walker, expansionAt(place, walker));
  }
}

function walkInside(node: Repeated, place: Place, walker: Walker): void {
  if (node.type === "CompoundList") return walkStatements(node.commands, place, walker);
  if (node.type === "Redirected") return walkNode(node.command, redirected(node, place, walker), walker);
  return walkCompound(node, place, walker, expansionAt(place, walker));
}

const NO_INPUT: InputSource = { kind: "none" };

function define(
  { name, body }: Extract<CommandNode, { type: "Function" }>,
  place: Place,
  walker: Walker,
): void {
  setFunction(place.scope, name.value, { body, source: place.source, isDoubtful: false });
  walker.uncalled ??= new Map();
  walker.uncalled.set(body, place);
}

/** Each part runs in a shell of its own and is fed by the one before it. */
function walkPipeline({ commands }: Pipeline, place: Place, walker: Walker): void {
  const [only] = commands;
  if (commands.length === 1 && only !== undefined) return walkNode(only, place, walker);
  let { input } = place;
  for (const command of commands) {
    const before = walker.commands.length;
    walkNode(command, { ...place, input, scope: forkOf(place.scope) }, walker);
    input = { kind: "pipe", from: walker.commands.slice(before) };
  }
}
