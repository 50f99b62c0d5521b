import { isDecoder, isNetworkSource } from "../programs/arguments/input-stream.ts";
import type { Finding, ProgramFacts } from "../program-facts.ts";
import type { SimpleCommand, Word } from "../simple-command.ts";
import { factsOf, type Hearing, type Taint } from "./hearing.ts";
import { pathFrom } from "./path-from.ts";
import { isSocket } from "./system-places.ts";

/** What is wrong with running what these commands put out; undefined when nothing is. */
export function taintOfAll(
  commands: readonly SimpleCommand[] | undefined,
  hearing: Hearing,
): Taint | undefined {
  if (commands === undefined) return undefined;
  const taints = commands.map((command) => taintOf(command, hearing));
  return taints.includes("network") ? "network" : taints.find((taint) => taint !== undefined);
}

/** The same for one command: what it fetches or decodes itself, and what it is given. */
export function taintOf(command: SimpleCommand, hearing: Hearing): Taint | undefined {
  hearing.taints ??= new Map();
  if (hearing.taints.has(command)) return hearing.taints.get(command);
  // Entered first, so that commands which feed each other come to an end.
  hearing.taints.set(command, undefined);
  const taint = ownTaint(command, hearing) ?? givenTaint(command, hearing);
  hearing.taints.set(command, taint);
  return taint;
}

/** What speaks against running a text that nobody has seen. */
export function taintedCode(taint: Taint): Finding {
  return taint === "network"
    ? { verdict: "deny", rule: "code.from-network", reason: "it runs what came from the network" }
    : {
        verdict: "deny",
        rule: "code.decoded",
        reason: "it runs what was decoded or put together on the way",
      };
}

function ownTaint(command: SimpleCommand, hearing: Hearing): Taint | undefined {
  // `$(< file)` is a command without words.
  if (command.words.length === 0) return readTaint(undefined, command, hearing);
  const facts = factsOf(command, hearing);
  if (facts?.network !== undefined || isNetworkSource(command) || isFedBySocket(command)) return "network";
  return isDecoder(command) || spellsOut(command) ? "decoded" : readTaint(facts, command, hearing);
}

function isFedBySocket({ input }: SimpleCommand): boolean {
  return input.kind === "file" && isSocket(input.path);
}

/** Text given as numbers of characters. */
function spellsOut({ words: [name, ...args] }: SimpleCommand): boolean {
  const isPrinting =
    name?.text === "printf" || (name?.text === "echo" && /^-[nE]*e/.test(args[0]?.text ?? ""));
  return isPrinting && args.some(({ text }) => /\\(?:x|u|U|0|[1-7])/.test(text ?? ""));
}

/** What it reads may be what an earlier part has fetched. */
function readTaint(
  facts: ProgramFacts | undefined,
  { redirects, input, cwd }: SimpleCommand,
  { written }: Hearing,
): Taint | undefined {
  if (written === undefined) return undefined;
  const read = [
    ...(facts?.reads ?? []),
    ...redirects.flatMap(({ op, target }) => (op === "read" ? target : [])),
    ...(input.kind === "file" ? [input.path] : []),
  ];
  const taints = read.map(({ text }) =>
    text === undefined || cwd === undefined ? undefined : written.get(pathFrom(cwd, text)),
  );
  return taints.find((taint): taint is Taint => taint === "network" || taint === "decoded");
}

function givenTaint({ words, assignments, input }: SimpleCommand, hearing: Hearing): Taint | undefined {
  const given: (Word | undefined)[] = [...words, ...assignments.map(({ value }) => value)];
  if (input.kind === "text") given.push(input.text);
  const taint = input.kind === "pipe" ? taintOfAll(input.from, hearing) : undefined;
  if (taint !== undefined) return taint;
  const from = given.find((word) => taintOfAll(word?.from, hearing) !== undefined)?.from;
  return taintOfAll(from, hearing);
}
