import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { factsOfOperands, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { type Arguments, hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { literal, partOf } from "../arguments/word.ts";
import { sedEffects } from "./sed-script.ts";

const sed = programWith(
  `-nErsuzab -e,--expression= -f,--file=file -i[=] --in-place[=] -l,--line-length= --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox
  --follow-symlinks --zero-terminated --binary`,
  (args) => {
    const operands = args.operands.filter(({ text }) => text !== "");
    const named = hasOption(args, "-e", "-f");
    const [script, ...rest] = operands;
    const scripts = named ? valuesOf(args, "-e") : script === undefined ? [] : [script];
    const files = named ? operands : rest;
    return allOf(factsOfScripts(scripts), factsOfFiles(files, args));
  },
);

/** The stream editor: what it does is in its script. */
export const STREAM_EDITORS: Programs = { sed, gsed: sed };

/** Pieces given by several options are one script, a line each. */
function factsOfScripts(pieces: readonly Word[]): ProgramFacts {
  if (pieces.length === 0) return {};
  if (pieces.some(({ text }) => text === undefined)) return factsOfHalfKnown(pieces);
  const effects = sedEffects(pieces.map(({ text }) => text).join("\n"));
  if (effects === undefined) return found("arguments.unknown");
  return allOf(
    {
      reads: effects.reads.filter(isRealFile).map(literal),
      writes: effects.writes.filter(isRealFile).map(literal),
    },
    effects.runs ? found("program.hidden") : {},
  );
}

/** A variable put into a plain substitution may end it, and go on with anything. */
function factsOfHalfKnown(pieces: readonly Word[]): ProgramFacts {
  return allOf(
    found("arguments.computed"),
    pieces.some(({ source }) => /\/[gpiIm\d]*e[gpiIm\d]*["']?$/.test(source)) ? found("program.hidden") : {},
  );
}

function factsOfFiles(files: readonly Word[], args: Arguments): ProgramFacts {
  if (!hasOption(args, "-i", "--in-place")) return factsOfOperands(files, ["read*"]);
  const suffixes = valuesOf(args, "-i", "--in-place").filter(
    ({ text }) => text === undefined || text.includes("/") || text.includes("*"),
  );
  const copies = files.flatMap((file) =>
    valuesOf(args, "-i", "--in-place").map(({ text }) => partOf(file, `${file.text ?? ""}${text ?? ""}`)),
  );
  return allOf(
    { reads: files, writes: [...files, ...copies.filter(({ text }) => text !== "")] },
    suffixes.length > 0 ? found("arguments.unknown") : {},
  );
}

function isRealFile(name: string): boolean {
  return !["/dev/stdout", "/dev/stderr", "/dev/stdin"].includes(name);
}
