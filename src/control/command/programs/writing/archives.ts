import type { ProgramFacts } from "../../program-facts.ts";
import { type Describe, factsOfOperands, named, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { fromPosition, isOneOf, literal } from "../arguments/word.ts";
import { somethingIn } from "../reading/found-places.ts";

/** Packers other than tar. */
export const ARCHIVES: Programs = {
  zip: programWith(
    `-# -0ADFJLSTXdfghjlmoqruvwyz@ -e!terminal.interactive -t= -n= -b=write -i= -x= -P= -s= -O,--out=write -TT,--unzip-command=hidden --recurse-paths --quiet --junk-paths --encrypt!terminal.interactive --password= --exclude= --include= --test --move --update --freshen --delete --verbose --symlinks`,
    (args) => {
      const [archive, ...files] = args.operands;
      return allOf(
        { reads: files, writes: archive === undefined ? [] : [archive] },
        hasOption(args, "-m", "--move") ? { deletes: files } : {},
      );
    },
  ),
  unzip: programWith("-abcCfjKlLMnopqtuUvVWXzZ: -d= -x= -P= -I= -O=", (args, { surroundings }) => {
    const [archive, ...members] = args.operands;
    const reads = archive === undefined ? {} : { reads: [archive] };
    if (hasOption(args, "-l", "-p", "-c", "-t", "-v", "-z", "-Z")) return reads;
    const [folder = literal(".")] = valuesOf(args, "-d");
    const names = members.flatMap(({ text }) => (text === undefined || /[*?[]/.test(text) ? [] : [text]));
    const writes =
      names.length > 0
        ? names.map((name) => somethingIn(folder, surroundings, name))
        : [somethingIn(folder, surroundings)];
    return allOf(reads, { writes }, hasOption(args, "-:") ? found("disk.outside-names") : {});
  }),
  ...named(
    "zipinfo lsar",
    programWith("-12lmhstTvzMZ", ({ operands }) => factsOfOperands(operands, ["read", "text*"])),
  ),
  ...named("7z 7za 7zz 7zr p7zip", sevenZip),
  ar: ({ args: [, archive, ...members] }) => ({
    writes: archive === undefined ? [] : [archive],
    reads: members,
  }),
};

function sevenZip({ args, surroundings }: Parameters<Describe>[0]): ProgramFacts {
  const [verb, ...rest] = args;
  const [archive, ...files] = rest.filter(({ text }) => text === undefined || !text.startsWith("-"));
  if (verb === undefined || archive === undefined) return {};
  if (isOneOf(verb, "l", "t")) return { reads: [archive] };
  if (isOneOf(verb, "a", "u", "d", "rn")) return { writes: [archive], reads: files };
  if (!isOneOf(verb, "x", "e")) return found("program.unknown-command");
  const folders = rest
    .filter(({ text }) => text?.startsWith("-o") === true)
    .map((word) => fromPosition(word, 2));
  return {
    reads: [archive],
    writes: (folders.length > 0 ? folders : [literal(".")]).map((folder) =>
      somethingIn(folder, surroundings),
    ),
  };
}
