import type { ProgramFacts, Run } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { findingNamed, type FindingName } from "./findings.ts";
import type { Role } from "./option-table.ts";
import type { Arguments } from "./parse-arguments.ts";

/** Everything several descriptions say, together. */
export function allOf(...parts: readonly ProgramFacts[]): ProgramFacts {
  const together: Record<string, readonly unknown[]> = {};
  const grown: Record<string, unknown[]> = {};
  for (const part of parts) {
    for (const key in part) {
      const [list, before] = [part[key as keyof ProgramFacts], together[key]];
      if (list === undefined) continue;
      // The first list is taken as it is; only what is our own may grow.
      if (before === undefined) together[key] = list;
      else if (grown[key] === undefined) together[key] = grown[key] = [...before, ...list];
      else for (const one of list) grown[key].push(one);
    }
  }
  return together;
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
  const parts = unknown.length > 0 ? [found("arguments.unknown")] : [];
  for (const { kind, values } of options) {
    if (kind.finding !== undefined) parts.push(found(kind.finding));
    values.forEach((value, at) => parts.push(factsOfRole(kind.roles[at] ?? "text", value)));
  }
  return allOf(...parts);
}

/** Says what a word leads to that has this role. */
export function factsOfRole(role: Role, word: Word): ProgramFacts {
  switch (role) {
    case "text":
      return {};
    case "read":
      return word.text === "-" ? {} : { reads: [word] };
    case "write":
      return word.text === "-" ? {} : { writes: [word] };
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
