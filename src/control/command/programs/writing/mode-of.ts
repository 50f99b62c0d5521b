import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { allOf, found } from "../arguments/facts.ts";

/** The bit that lets everybody write. */
export const WORLD_WRITE = 0o2;

const SET_ID = 0o6000;

/** What is wrong with a mode as chmod, install or mkdir take it: in octal, or as `u+x,o=r`. */
export function factsOfMode({ text }: Word): ProgramFacts {
  if (text === undefined) return found("mode.unclear");
  return allOf(...text.split(",").map(factsOfPart));
}

function factsOfPart(text: string): ProgramFacts {
  const octal = /^[-+=]?([0-7]+)$/.exec(text)?.[1];
  if (octal !== undefined) return text.startsWith("-") ? {} : factsOfBits(Number.parseInt(octal, 8));
  const clauses = clausesOf(text);
  return clauses === undefined ? found("mode.unclear") : allOf(...clauses.map(factsOfClause));
}

interface Clause {
  readonly who: string;
  readonly action: string;
  readonly rights: string;
}

/** One `who` may be followed by several actions: `u+x-w`. */
function clausesOf(text: string): readonly Clause[] | undefined {
  const [, who, actions] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(text) ?? [];
  if (who === undefined || actions === undefined) return undefined;
  return [...actions.matchAll(/([-+=])([rwxXstugo]*)/g)].map(([, action = "", rights = ""]) => ({
    who,
    action,
    rights,
  }));
}

function factsOfBits(mode: number): ProgramFacts {
  if ((mode & WORLD_WRITE) !== 0) return found("mode.world");
  return (mode & SET_ID) === 0 ? {} : found("mode.set-id");
}

/** Without a `who` the mask has its say, so that only a full set of rights is worth a question. */
function factsOfClause({ who, action, rights }: Clause): ProgramFacts {
  if (action === "-") return {};
  if (/[oa]/.test(who) && /[wug]/.test(rights)) return found("mode.world");
  if (rights.includes("s")) return found("mode.set-id");
  return who === "" && ["r", "w", "x"].every((right) => rights.includes(right)) ? found("mode.unclear") : {};
}
