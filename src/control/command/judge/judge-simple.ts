import { quoted } from "../../policy/visible.ts";
import type { Finding, ProgramFacts, Surroundings } from "../program-facts.ts";
import type { Redirect, SimpleCommand, Word } from "../simple-command.ts";
import { noteLinks } from "./behind-links.ts";
import type { Hearing } from "./hearing.ts";
import { isInside } from "./is-inside.ts";
import { judgePlace, type PlaceOp } from "./judge-place.ts";
import { judgeProjectFiles } from "./judge-project-files.ts";
import { judgeVariable } from "./judge-variable.ts";
import { noteWritten } from "./note-written.ts";
import { pathFrom } from "./path-from.ts";
import { isSocket } from "./system-places.ts";
import { taintedCode, taintOfAll } from "./taint-of.ts";

/** What speaks against one command in itself; what it runs in turn is judged by itself. */
export function judgeSimple(
  command: SimpleCommand,
  facts: ProgramFacts | undefined,
  hearing: Hearing,
): readonly Finding[] {
  const shell = judgeShell(command, hearing.surroundings);
  const program = command.words.length === 0 ? NOTHING : judgeProgram(command, facts, hearing);
  noteWritten(command, facts, hearing);
  noteLinks(command, facts, hearing);
  return withRules(command, shell, program, hearing);
}

const NOTHING: readonly Finding[] = Object.freeze([]);

/** What the shell itself does for a command: it sets variables and opens files. */
function judgeShell(
  { words, assignments, redirects, cwd }: SimpleCommand,
  surroundings: Surroundings,
): readonly Finding[] {
  if (assignments.length === 0 && redirects.length === 0) return NOTHING;
  const reach = words.length > 0 ? "programs" : "shell";
  return [
    ...assignments.flatMap((one) => judgeVariable(one, reach) ?? []),
    ...redirects.flatMap((redirect) => judgeRedirect(redirect, cwd, surroundings)),
  ];
}

/** The user's rules: the strictest counts, and one that allows takes back a question about the program, never more. */
function withRules(
  command: SimpleCommand,
  shell: readonly Finding[],
  program: readonly Finding[],
  { rulesFor }: Hearing,
): readonly Finding[] {
  const matching = rulesFor(command);
  if (matching.length === 0) return shell.length === 0 ? program : [...shell, ...program];
  const isAllowed = matching.some(({ verdict }) => verdict === "allow");
  const found = matching.flatMap(({ name, verdict, reason }) =>
    verdict === "allow" ? [] : { verdict, rule: name, reason: reason ?? `the rule ${name} says so` },
  );
  const left = isAllowed ? program.filter(({ verdict }) => verdict === "deny") : program;
  return [...shell, ...found, ...left];
}

const OPS = { read: ["read"], write: ["write"], append: ["write"], "read-write": ["read", "write"] } as const;

function judgeRedirect(
  { op, target }: Redirect,
  cwd: string | undefined,
  surroundings: Surroundings,
): readonly Finding[] {
  if (isSocket(target)) return [NETWORK];
  return OPS[op].flatMap((one: PlaceOp) => judgePlace(one, target, cwd, surroundings) ?? []);
}

const NETWORK: Finding = { verdict: "ask", rule: "network.access", reason: "it speaks to the network" };

function judgeProgram(
  command: SimpleCommand,
  facts: ProgramFacts | undefined,
  hearing: Hearing,
): readonly Finding[] {
  const [name] = command.words;
  const { surroundings } = hearing;
  const taint = name?.from === undefined ? undefined : taintOfAll(name.from, hearing);
  if (taint !== undefined) return [taintedCode(taint)];
  if (name?.text === undefined || name.isPattern === true) return [COMPUTED];
  if (facts === undefined) return judgeUnknown(command, name.text, surroundings);
  const found: Finding[] = [];
  if (facts.findings !== undefined) add(found, facts.findings);
  if (facts.deletes !== undefined) addPlaces(found, "delete", facts.deletes, command.cwd, surroundings);
  if (facts.writes !== undefined) addPlaces(found, "write", facts.writes, command.cwd, surroundings);
  if (facts.reads !== undefined) addPlaces(found, "read", facts.reads, command.cwd, surroundings);
  if (facts.network !== undefined) found.push(NETWORK);
  add(found, judgeFolder(command, name.text, surroundings));
  add(found, judgeEveryFile(command, name.text, facts.writes, surroundings));
  add(found, judgeProjectFiles(command, name.text, hearing));
  return found;
}

function add(found: Finding[], more: readonly Finding[]): void {
  for (const one of more) found.push(one);
}

function addPlaces(
  found: Finding[],
  op: PlaceOp,
  words: readonly Word[],
  cwd: string | undefined,
  surroundings: Surroundings,
): void {
  for (const word of words) {
    const finding = judgePlace(op, word, cwd, surroundings);
    if (finding !== undefined) found.push(finding);
    // Nothing is stricter, and the first of the strictest counts.
    if (finding?.verdict === "deny") return;
  }
}

/** A program that writes files one by one and is given the whole workspace writes the repository's own too. */
function judgeEveryFile(
  { cwd }: SimpleCommand,
  name: string,
  writes: ProgramFacts["writes"],
  { workspace }: Surroundings,
): readonly Finding[] {
  if (writes === undefined || cwd === undefined || !FILE_WRITERS.has(name)) return NOTHING;
  const isEverything = writes.some(
    ({ text }) => text !== undefined && pathFrom(cwd, text) === pathFrom("/", workspace),
  );
  return isEverything
    ? [{ verdict: "ask", rule: "file.everything", reason: "it may write every file there is, git's own too" }]
    : [];
}

const FILE_WRITERS: ReadonlySet<string> = new Set([
  "sed",
  "gsed",
  "perl",
  "ruby",
  "tee",
  "truncate",
  "sponge",
  "dd",
]);

const COMPUTED: Finding = {
  verdict: "ask",
  rule: "program.computed",
  reason: "only running it would tell which program that is",
};

/** A function is judged by what is in it; an added program by the places its arguments name. */
function judgeUnknown(command: SimpleCommand, name: string, surroundings: Surroundings): readonly Finding[] {
  if (command.isFunction === true) return [];
  if (!surroundings.allowedCommands.includes(name)) {
    return [
      { verdict: "ask", rule: "program.unknown", reason: `nobody here knows the program ${quoted(name)}` },
    ];
  }
  const places = command.words.slice(1).filter(({ text }) => text === undefined || /^[./]/.test(text));
  return [
    ...places.flatMap((word) => judgePlace("read", word, command.cwd, surroundings) ?? []),
    ...judgeFolder(command, name, surroundings),
  ];
}

/** What a program does without being told where, it does where it is. */
function judgeFolder(
  { cwd, isFunction = false }: SimpleCommand,
  name: string,
  surroundings: Surroundings,
): readonly Finding[] {
  if (isFunction || (cwd !== undefined && isInside(cwd, surroundings)) || PLACELESS.has(name)) return NOTHING;
  const where = cwd === undefined ? "in a folder that only running it would tell" : `in ${quoted(cwd)}`;
  return [{ verdict: "ask", rule: "file.outside", reason: `it runs ${where}, outside the workspace` }];
}

/** Programs to which it does not matter where they are. */
const PLACELESS: ReadonlySet<string> = new Set(
  `cd pushd popd pwd echo printf true false : test [ exit return break continue set shift export unset local declare typeset readonly read eval
  command builtin type wait sleep date exec trap let umask alias unalias env timeout time nice which basename dirname seq uname whoami id nproc`.split(
    /\s+/,
  ),
);
