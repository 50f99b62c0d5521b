import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { factsOfOperands, named, program, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { literal } from "../arguments/word.ts";
import { somethingIn } from "../reading/found-places.ts";
import { factsOfMode } from "./mode-of.ts";
import { patchedFiles } from "./patched-files.ts";

/** Programs that make, change or remove files. */
export const CHANGERS: Programs = {
  rm: program(
    "-frRdvPWx -i!terminal.interactive -I!terminal.interactive --force --interactive[=] --one-file-system --no-preserve-root!disk.whole-root --preserve-root[=] --recursive --dir --verbose",
    ["delete*"],
  ),
  ...named(
    "rimraf trash del del-cli trash-put gomi",
    program("-rfv --glob --no-glob --preserve-root --no-preserve-root!disk.whole-root --impl= --verbose", [
      "delete*",
    ]),
  ),
  ...named("unlink srm", program("-frv", ["delete*"])),
  rmdir: program("-pv --parents --verbose --ignore-fail-on-non-empty", ["delete*"]),
  shred: programWith(
    "-fuvxz --force -n,--iterations= --random-source=read -s,--size= --remove[=] --verbose --exact --zero",
    ({ operands }) => ({ writes: operands, deletes: operands }),
  ),
  touch: program("-acfhm -d,--date= -r,--reference=read -t= -A= --time= --no-create --no-dereference", [
    "write*",
  ]),
  mkfifo: programWith("-Z -m,--mode= --context[=]", (args) =>
    allOf(...valuesOf(args, "-m").map(factsOfMode), { writes: args.operands }),
  ),
  truncate: program("-co -r,--reference=read -s,--size= --no-create --io-blocks", ["write*"]),
  fallocate: program(
    "-cdinpvxz -l,--length= -o,--offset= --dig-holes --punch-hole --keep-size --zero-range",
    ["write*"],
  ),
  tee: program("-aip --append --ignore-interrupts --output-error[=]", ["write*"]),
  sponge: program("-a", ["write*"]),
  ...named(
    "dos2unix unix2dos mac2unix",
    programWith("-bcfklqrsu -n,--newfile -o,--oldfile", ({ operands }) => ({
      reads: operands,
      writes: operands,
    })),
  ),
  strip: program("-sgdSxXpvDU -o=write -K= -N= -R= --strip-debug --strip-all --strip-unneeded", ["write*"]),
  dd: ({ args }) => allOf(...args.map(factsOfDiskDump)),
  patch: programWith(
    `-bcefElNnRstTuvZ -p,--strip= -d,--directory= -i,--input=read -o,--output=write -r,--reject-file=write -B,--prefix=write -z,--suffix= -Y,--basename-prefix= -V,--version-control= -F,--fuzz= -D,--ifdef= -g,--get=
    --backup --context --ed!program.hidden --force --batch --forward --reverse --silent --quiet --dry-run --unified --verbose --binary --posix --merge[=] --no-backup-if-mismatch --remove-empty-files --ignore-whitespace --reject-format= --follow-symlinks --read-only=`,
    (args, { command, surroundings }) => {
      const [folder = literal(".")] = valuesOf(args, "-d");
      const writes =
        args.operands.length > 0
          ? args.operands.slice(0, 1)
          : [undefined, ...patchedFiles(command.input)].map((file) =>
              somethingIn(folder, surroundings, file?.text),
            );
      return allOf(
        hasOption(args, "--dry-run") ? {} : { writes },
        factsOfOperands(args.operands.slice(1), ["read"]),
        hasOption(args, "-e") ? found("program.hidden") : {},
      );
    },
  ),
  ...named(
    "gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 compress uncompress brotli pigz pbzip2",
    compressor(),
  ),
  ...named("zcat gzcat bzcat xzcat lzcat zstdcat", program("-cdfkqv --force --quiet --verbose", ["read*"])),
  ...named("zless zmore xzless bzless", () => found("terminal.interactive")),
};

function compressor(): ReturnType<typeof programWith> {
  return programWith(
    `-# -acCdDfFhklLmMnNqrtTvVzeq -S,--suffix= -b= -o,--output=write -p= --stdout --to-stdout --decompress --uncompress --force --keep --list --quiet --recursive --test --verbose --fast --best --rm --ultra
    --threads= --long[=] --no-name --name --extreme --memlimit= --format= --check= -T[=] --adapt --rsyncable --output-dir-flat=write`,
    (args) => {
      const printsOnly = hasOption(args, "-c", "--stdout", "--to-stdout", "-l", "--list", "-t", "--test");
      return printsOnly
        ? factsOfOperands(args.operands, ["read*"])
        : { reads: args.operands, writes: args.operands };
    },
  );
}

function factsOfDiskDump(word: Word): ProgramFacts {
  const [, name, value] = /^(\w+)=(.*)$/s.exec(word.text ?? word.source) ?? [];
  if (name === undefined || value === undefined)
    return /^--(?:help|version)$/.test(word.text ?? "") ? {} : found("arguments.unknown");
  const place: Word = { text: word.text === undefined ? undefined : value, source: word.source };
  if (name === "of") return { writes: [place] };
  if (name === "if") return { reads: [place] };
  return /^(?:bs|ibs|obs|cbs|count|skip|seek|iseek|oseek|conv|iflag|oflag|status|msgfmt)$/.test(name)
    ? {}
    : found("arguments.unknown");
}
