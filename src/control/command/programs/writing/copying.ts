import { posix } from "node:path";
import type { ProgramFacts, Surroundings } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, programWith, type Programs } from "../arguments/describe.ts";
import { allOf } from "../arguments/facts.ts";
import { type Arguments, hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { literal, partOf } from "../arguments/word.ts";
import { somethingIn } from "../reading/found-places.ts";
import { factsOfMode } from "./mode-of.ts";

const TARGET =
  "-t,--target-directory= -T,--no-target-directory -S,--suffix= -b --backup[=] -v,--verbose -f,--force -n,--no-clobber -i,--interactive!terminal.interactive -Z --context[=] --strip-trailing-slashes -u --update[=] --debug";

/** Programs that put files somewhere else. */
export const COPIERS: Programs = {
  cp: programWith(
    `${TARGET} -adHlLPpRrsxcNX --archive --attributes-only --copy-contents --dereference --link --no-dereference --preserve[=] --no-preserve= --parents --recursive --reflink[=] --remove-destination
    --sparse= --symbolic-link --one-file-system`,
    (args, call) =>
      moved(args, call, (sources, _, names) =>
        hasOption(args, "-l", "--link", "-s", "--symbolic-link")
          ? linked(sources, names, call)
          : { reads: sources },
      ),
  ),
  mv: programWith(`${TARGET} --exchange --no-copy`, (args, call) =>
    moved(args, call, (sources) => ({ reads: sources, deletes: sources })),
  ),
  install: programWith(
    `${TARGET} -cCdDps -g,--group!mode.owner= -m,--mode= -o,--owner!mode.owner= --compare --directory --preserve-timestamps --strip --strip-program=hidden --preserve-context`,
    (args, call) =>
      allOf(
        ...valuesOf(args, "-m").map(factsOfMode),
        hasOption(args, "-d", "--directory")
          ? { writes: args.operands }
          : moved(args, call, (sources) => ({ reads: sources })),
      ),
  ),
  ln: programWith(
    `${TARGET} -dFLPrsh --directory --logical --physical --relative --symbolic --no-dereference`,
    (args, call) =>
      moved(args, call, (sources, folder, names) =>
        hasOption(args, "-s", "--symbolic") && !hasOption(args, "-r", "--relative")
          ? linked(
              sources.map((source) => seenFrom(folder, source)),
              names,
              call,
            )
          : linked(sources, names, call),
      ),
  ),
  link: programWith("", ({ operands }, call) =>
    allOf(linked(operands.slice(0, 1), operands.slice(1), call), { writes: operands.slice(1) }),
  ),
};

/** Everything but the last operand goes to the last one, or into the folder that an option names. */
function moved(
  args: Arguments,
  { surroundings }: Call,
  from: (sources: readonly Word[], folder: Word, places: readonly Word[]) => ProgramFacts,
): ProgramFacts {
  const [named] = valuesOf(args, "-t");
  const target = named ?? (args.operands.length > 1 ? args.operands.at(-1) : literal("."));
  const sources =
    named === undefined && args.operands.length > 1 ? args.operands.slice(0, -1) : args.operands;
  if (target === undefined) return {};
  const isFolder = named !== undefined || args.operands.length > 2 || isSurelyFolder(target, surroundings);
  const inside = isFolder
    ? target
    : partOf(target, target.text === undefined ? undefined : posix.dirname(target.text));
  const keepsPath = hasOption(args, "--parents");
  const writes = hasOption(args, "-T")
    ? [target]
    : landings(sources, target, isFolder || keepsPath, surroundings, keepsPath);
  return allOf(from(sources, inside, writes), { writes });
}

/** Where copies may end up: under the target's own name, and under theirs if the target is a folder; with the folders they are named with where those are kept. */
export function landings(
  sources: readonly Word[],
  target: Word,
  isFolder: boolean,
  surroundings: Surroundings,
  keepsPath = false,
): readonly Word[] {
  const inFolder = sources.map((source) =>
    keepsPath ? keptLanding(source, target, surroundings) : landing(source, target, surroundings),
  );
  return isFolder ? inFolder : [target, ...inFolder.filter((place) => place !== target)];
}

function landing(source: Word, target: Word, surroundings: Surroundings): Word {
  const name = source.text === undefined ? "" : posix.basename(source.text);
  if (target.text === undefined) return target;
  if (name === "" || name === "." || name === ".." || /[*?[]/.test(name))
    return somethingIn(target, surroundings);
  return partOf(target, posix.join(target.text, name));
}

function keptLanding(source: Word, target: Word, surroundings: Surroundings): Word {
  if (source.text === undefined || target.text === undefined) return landing(source, target, surroundings);
  return partOf(source, posix.join(target.text, source.text.replace(/^.*\/\.\//s, "")));
}

function isSurelyFolder({ text }: Word, { home, workspace }: Surroundings): boolean {
  return (
    text !== undefined &&
    (/(?:^|\/)\.{0,2}$/.test(text) || text === home || text === workspace || text === "~" || text === "/tmp")
  );
}

/** What has a second name can be written by it; outside the workspace, that it is reached at all is asked about. */
function linked(sources: readonly Word[], names: readonly Word[], { surroundings }: Call): ProgramFacts {
  const own = sources.filter(
    ({ text = "" }) => !/^(?:[/~]|\.\.(?:\/|$))/.test(text) || text.startsWith(`${surroundings.workspace}/`),
  );
  const links = names.flatMap((name) => sources.map((target) => ({ name, target })));
  return { reads: sources, writes: own, links };
}

/** A symbolic link's text is read from the folder that the link is in. */
function seenFrom(folder: Word, source: Word): Word {
  if (
    source.text === undefined ||
    folder.text === undefined ||
    source.text.startsWith("/") ||
    source.text.startsWith("~")
  )
    return source;
  return partOf(source, posix.join(folder.text, source.text));
}
