import type { ProgramFacts, Run } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { findingNamed, type FindingName } from "./findings.ts";
import type { Role } from "./option-table.ts";
import type { Arguments } from "./parse-arguments.ts";

/** Everything several descriptions say, together; with every field in its place, since this is made for every command. */
export function allOf(...parts: readonly ProgramFacts[]): ProgramFacts {
  let { reads, writes, deletes, runs, links, network, findings } = NOTHING;
  const own: unknown[] = [];
  for (const part of parts) {
    if (part.reads !== undefined) reads = joined(reads, part.reads, own);
    if (part.writes !== undefined) writes = joined(writes, part.writes, own);
    if (part.deletes !== undefined) deletes = joined(deletes, part.deletes, own);
    if (part.runs !== undefined) runs = joined(runs, part.runs, own);
    if (part.links !== undefined) links = joined(links, part.links, own);
    if (part.network !== undefined) network = joined(network, part.network, own);
    if (part.findings !== undefined) findings = joined(findings, part.findings, own);
  }
  return { reads, writes, deletes, runs, links, network, findings };
}

/** Says nothing. */
export const NOTHING: ProgramFacts = {
  reads: undefined,
  writes: undefined,
  deletes: undefined,
  runs: undefined,
  links: undefined,
  network: undefined,
  findings: undefined,
};

/** The first list is taken as it is; only what is our own may grow. */
function joined<T>(before: readonly T[] | undefined, list: readonly T[], own: unknown[]): readonly T[] {
  if (before === undefined) return list;
  if (!own.includes(before)) {
    const grown = [...before, ...list];
    own.push(grown);
    return grown;
  }
  for (const one of list) (before as T[]).push(one);
  return before;
}

/** Says that these rules are touched. */
export function found(...rules: readonly FindingName[]): ProgramFacts {
  return { findings: rules.map(findingNamed) };
}

/** Says that a program runs a command given by words. */
export function runsWords(
  words: readonly Word[],
  more: Omit<Extract<Run, { kind: "argv" }>, "kind" | "words"> = {},
): ProgramFacts {
  return words.length === 0 ? {} : { runs: [{ kind: "argv", words, ...more }] };
}

/** Says that a program runs what stands in a file; an open stream under the name of a file is whatever comes from it. */
export function runsFile(path: Word, language = "code"): ProgramFacts {
  return { runs: [isStream(path.text) ? { kind: "input", language } : { kind: "file", path }] };
}

function isStream(path: string | undefined): boolean {
  return (
    path === "-" || /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/.test(path ?? "")
  );
}

/** Says what the options of a program lead to. */
export function factsOfOptions({ options, unknown }: Arguments): ProgramFacts {
  if (options.length === 0 && unknown.length === 0) return NOTHING;
  const parts = unknown.length > 0 ? [found("arguments.unknown")] : [];
  for (const { kind, values } of options) {
    if (kind.finding !== undefined) parts.push(found(kind.finding));
    for (const [at, value] of values.entries()) {
      const role = kind.roles[at];
      if (role !== undefined && role !== "text") parts.push(factsOfRole(role, value));
    }
  }
  return parts.length === 0 ? NOTHING : allOf(...parts);
}

/** Says what a word leads to that has this role. */
export function factsOfRole(role: Role, word: Word): ProgramFacts {
  switch (role) {
    case "text":
      return NOTHING;
    case "read":
      return word.text === "-" ? NOTHING : { ...NOTHING, reads: [word] };
    case "write":
      return word.text === "-" ? NOTHING : { ...NOTHING, writes: [word] };
    case "delete":
      return { deletes: [word] };
    case "hidden":
      return allOf(found("program.hidden"), { runs: [{ kind: "script", text: word }] });
    case "script":
      return { runs: [{ kind: "script", text: word }] };
    case "file":
      return runsFile(word);
    case "network":
      return { network: [word] };
  }
}
