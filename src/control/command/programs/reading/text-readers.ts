import type { Word } from "../../simple-command.ts";
import { factsOfOperands, named, program, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { type Arguments, hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { literal, partOf } from "../arguments/word.ts";

const SUMS =
  "-bctzw -l,--length= --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn -a,--algorithm=";

/** Programs that read text or bytes and print something about it; some also write, by an option or a second operand. */
export const TEXT_READERS: Programs = {
  ...named(
    "cat gcat",
    program(
      "-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting",
      ["read*"],
    ),
  ),
  ...named("tac", program("-b,--before -r,--regex -s,--separator=", ["read*"])),
  ...named("rev", program("-0,--zero", ["read*"])),
  head: program("-# -c,--bytes= -n,--lines= -q,--quiet,--silent -v,--verbose -z,--zero-terminated", [
    "read*",
  ]),
  tail: program(
    "-# -c,--bytes= -f -F -r --follow[=] -n,--lines= --max-unchanged-stats= --pid= -q,--quiet,--silent --retry -s,--sleep-interval= -v,--verbose -z,--zero-terminated",
    ["read*"],
  ),
  wc: program(
    "-c,--bytes -m,--chars -l,--lines --files0-from=read -L,--max-line-length -w,--words --total=",
    ["read*"],
  ),
  nl: program(
    "-bdfhinsvwl= -p,--no-renumber --body-numbering= --section-delimiter= --footer-numbering= --header-numbering= --line-increment= --join-blank-lines= --number-format= --number-separator= --starting-line-number= --number-width=",
    ["read*"],
  ),
  sort: program(
    `-bdfgiMhnRrVmsuzCc --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort
    --human-numeric-sort --numeric-sort --random-sort --random-source=read --reverse --sort= --version-sort --batch-size= --check[=]
    --compress-program=hidden --debug --files0-from=read -k,--key= --merge -o,--output=write --stable -S,--buffer-size= -t,--field-separator=
    -T,--temporary-directory=write --parallel= --unique --zero-terminated`,
    ["read*"],
  ),
  uniq: program(
    "-# -cdDiuz --count --repeated --all-repeated[=] -f,--skip-fields= --group[=] --ignore-case -s,--skip-chars= --unique --zero-terminated -w,--check-chars=",
    ["read", "write"],
  ),
  cut: program(
    "-b,--bytes= -c,--characters= -d,--delimiter= -f,--fields= -nsz --complement --only-delimited --output-delimiter= --zero-terminated",
    ["read*"],
  ),
  tr: program("-cCdst --complement --delete --squeeze-repeats --truncate-set1", ["text*"]),
  paste: program("-d,--delimiters= -s,--serial -z,--zero-terminated", ["read*"]),
  join: program("-aejotv12= -iz --ignore-case --check-order --nocheck-order --header --zero-terminated", [
    "read*",
  ]),
  comm: program("-123z --check-order --nocheck-order --output-delimiter= --total --zero-terminated", [
    "read*",
  ]),
  fold: program("-bs --bytes --spaces -w,--width= -#", ["read*"]),
  fmt: program(
    "-cstu -# -p,--prefix= -w,--width= -g,--goal= --crown-margin --split-only --tagged-paragraph --uniform-spacing",
    ["read*"],
  ),
  pr: program(
    "-# -acdfFJmrtTv -e[=] -i[=] -n[=] -s[=] -S[=] -DhlNowW= --across --double-space --merge --omit-header --columns= --header= --length= --width=",
    ["read*"],
  ),
  ...named("expand unexpand", program("-ia --initial --all --first-only -t,--tabs= -#", ["read*"])),
  column: program(
    "-ntxJLeE -ts,--separator= -s= -c,--output-width,--columns= -o,--output-separator= -N,--table-columns= -R,--table-right= -H,--table-hide= -O,--table-order= -l,--table-columns-limit= --table --json --tree=",
    ["read*"],
  ),
  shuf: programWith(
    "-ez --echo -i,--input-range= -n,--head-count= -o,--output=write --random-source=read -r,--repeat --zero-terminated",
    (args) => factsOfOperands(args.operands, hasOption(args, "-e", "--echo") ? ["text*"] : ["read*"]),
  ),
  ...named(
    "base64 base32 basenc",
    program(
      "-dDi --decode --ignore-garbage -w,--wrap= -b= --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85",
      ["read*"],
    ),
  ),
  ...named(
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum shasum cksum sum md5 crc32",
    program(SUMS, ["read*"]),
  ),
  od: program(
    "-abcdfiloshxv -A,--address-radix= --endian= -j,--skip-bytes= -N,--read-bytes= -S[=] -t,--format= -w[=] --width[=] --output-duplicates --traditional",
    ["read*"],
  ),
  ...named("hexdump hd", program("-bcCdovx -e= -f=read -n= -s= -L[=]", ["read*"])),
  xxd: program(
    "-abeEipuv -r,-revert -ps, -plain, -postscript, -c,-cols= -g,-groupsize= -l,-len= -s,-seek= -o= -n= -R=",
    ["read", "write"],
  ),
  strings: program(
    "-afow -n,--bytes= -t,--radix= -e,--encoding= -# --all --data --print-file-name --include-all-whitespace -s,--output-separator= -d",
    ["read*"],
  ),
  file: program(
    "-bciIkLhNnprsvzZ0S -e,--exclude= -F,--separator= -f,--files-from=read -m,--magic-file=read -P,--parameter= --brief --mime --mime-type --mime-encoding --dereference --no-dereference --uncompress --extension",
    ["read*"],
  ),
  diff: program(
    `-# -abBcdeEiInNpqrstTuwyZl --normal --brief --report-identical-files --context[=] --unified[=] --ed --rcs --side-by-side -U= -C= -W,--width=
    --left-column --suppress-common-lines --show-c-function -F,--show-function-line= -L,--label= --expand-tabs --initial-tab --tabsize= --paginate
    --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case -x,--exclude= -X,--exclude-from=read -S,--starting-file=
    --from-file=read --to-file=read --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space
    --ignore-blank-lines --ignore-matching-lines= --text --strip-trailing-cr -D,--ifdef= --minimal --color[=] --palette= --speed-large-files --line-format= --horizon-lines= -v`,
    ["read*"],
  ),
  diff3: program("-aAeEimTxX3 -L= --strip-trailing-cr --diff-program=hidden", ["read*"]),
  sdiff: program(
    "-abBdEHilstWZ -I= -w,--width= -o,--output!terminal.interactive=write --diff-program=hidden",
    ["read*"],
  ),
  cmp: program("-bls -i,--ignore-initial= -n,--bytes= --print-bytes --verbose --quiet --silent", [
    "read",
    "read",
    "text*",
  ]),
  iconv: program("-clst -f,--from-code= -t,--to-code= -o,--output=write --list --silent --verbose", [
    "read*",
  ]),
  ...named(
    "nm size readelf objdump",
    program(
      "-aABCdDefgGhHiIlnNpPrRsStTuvVwWxXzZ -j= -# --demangle[=] --dynamic --extern-only --defined-only --undefined-only --all --headers --file-headers --program-headers --section-headers --symbols --dyn-syms --wide --disassemble --source",
      ["read*"],
    ),
  ),
  ldd: program("-drv --verbose --unused --data-relocs --function-relocs", ["read*"]),
  jq: programWith(
    `-cnesrRCMSaj0 --compact-output --null-input --exit-status --slurp --raw-output --raw-output0 --raw-input --color-output --monochrome-output --sort-keys
    --tab --indent= --ascii-output --join-output --arg=text,text --argjson=text,text --slurpfile=text,read --rawfile=text,read --args --jsonargs
    -f,--from-file=read -L=read --seq --stream --stream-errors --unbuffered --argfile=text,read -h -V`,
    (args) =>
      allOf(
        factsOfOperands(args.operands, jqOperands(args)),
        args.operands.some(showsEnvironment) ? found("secret.environment") : {},
      ),
  ),
  yq: programWith(
    `-rnCMNjPe0svy --null-input --no-colors --colors --no-doc --prettyPrint --exit-status --raw-output --unwrapScalar[=] -i,--inplace,--in-place -o,--output-format= -p,--input-format=
    -I,--indent= --arg=text,text --from-file=read --header-preprocess[=] --slurp --compact-output -c --front-matter=`,
    (args) => {
      const words = ["eval", "e", "eval-all", "ea"].includes(args.operands[0]?.text ?? "")
        ? args.operands.slice(1)
        : args.operands;
      return allOf(
        factsOfOperands(words, hasOption(args, "-i") ? ["text", "write*"] : ["text", "read*"]),
        words.some(showsEnvironment) ? found("secret.environment") : {},
        { reads: words.slice(0, 1).flatMap(filesLoaded) },
      );
    },
  ),
  csplit: programWith(
    "-ksqz -b,--suffix-format= -f,--prefix=write --keep-files --suppress-matched -n,--digits= --quiet --silent --elide-empty-files",
    (args) =>
      allOf(
        factsOfOperands(args.operands, ["read", "text*"]),
        hasOption(args, "-f") ? {} : { writes: [literal("xx00")] },
      ),
  ),
  split: programWith(
    "-# -dexuv -a,--suffix-length= --additional-suffix= -b,--bytes= -C,--line-bytes= --numeric-suffixes[=] --hex-suffixes[=] --elide-empty-files --filter=script -l,--lines= -n,--number= -t,--separator= --unbuffered --verbose",
    (args) => {
      const suffix = valuesOf(args, "--additional-suffix")[0]?.text ?? "";
      const [input, prefix = literal("x")] = args.operands;
      return allOf(factsOfOperands(input === undefined ? [] : [input], ["read"]), {
        writes: [partOf(prefix, prefix.text === undefined ? undefined : `${prefix.text}aa${suffix}`)],
      });
    },
  ),
  ...named(
    "tsort look ptx dircolors colrm ul col colcrt hexyl ccze nroff",
    program("-abdfpx -t=", ["read*"]),
  ),
  numfmt: program(
    "--debug -d,--delimiter= --field= --format= --from= --from-unit= --grouping --header[=] --invalid= --padding= --round= --suffix= --to= --to-unit= -z",
  ),
  ...named(
    "shellcheck hadolint yamllint markdownlint actionlint jsonlint cspell",
    program(
      "-axqv -fsCPSeiWVr= --check-sourced --color[=] --external-sources --severity= --shell= --exclude= --include= --format= --strict",
      ["read*"],
    ),
  ),
  xmllint: programWith(
    "--noout --format --recover --xpath= --schema=read --dtdvalid=read --valid --html --nonet --output=write --shell!terminal.interactive --pretty= --c14n --encode= --huge --noblanks",
    ({ operands }) =>
      operands.some(({ text }) => text?.includes("://")) ? { network: operands } : { reads: operands },
  ),
};

function jqOperands(args: Arguments): Parameters<typeof factsOfOperands>[1] {
  if (hasOption(args, "-f")) return ["read*"];
  return hasOption(args, "--args", "--jsonargs") ? ["text*"] : ["text", "read*"];
}

/** Files that a filter of yq names: `load("a.yml")`, `load_str(…)`, `strload(…)`. */
function filesLoaded(filter: Word): readonly Word[] {
  return [...(filter.text ?? "").matchAll(/\b(?:str)?load(?:_\w+)?\(\s*(?:"([^"\\]*)"\s*\))?/g)].map(
    ([, name]) => partOf(filter, name),
  );
}

/** Filters of jq and yq can print all variables, or those they name. */
function showsEnvironment({ text }: Word): boolean {
  return text !== undefined && /\$ENV\b|(?<![.\w"])(?:str)?env\b/.test(text);
}
