import { posix } from "node:path";
import { sensitiveReason } from "../../../policy/sensitive-reason.ts";
import { expandBraces } from "../../shell/expand-braces.ts";
import type { Word } from "../../simple-command.ts";
import {
  factsOfOperands,
  lister,
  named,
  program,
  programWith,
  type Programs,
  type Describe,
} from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { type Arguments, hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { literal, partOf } from "../arguments/word.ts";

const LS = `-aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1@eEOPW -IwT= --all --almost-all --author --escape --block-size= --ignore-backups --color[=] --directory --dired
  --classify[=] --file-type --format= --full-time --group-directories-first --no-group --human-readable --si --dereference-command-line
  --dereference-command-line-symlink-to-dir --hide= --hyperlink[=] --indicator-style= --inode --ignore= --kibibytes --dereference --numeric-uid-gid --literal
  --hide-control-chars --show-control-chars --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero`;

const GREP = `-# -abcEFGHhiILlnoPqrRsTUuvVwxyZz -e,--regexp= -f,--file=read -m,--max-count= -A,--after-context= -B,--before-context= -C,--context= -d,--directories= -D,--devices=
  --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --word-regexp --line-regexp --null-data --no-messages --invert-match
  --byte-offset --line-number --line-buffered --with-filename --no-filename --label= --only-matching --quiet --silent --binary-files= --text --recursive
  --dereference-recursive --include= --exclude= --exclude-from=read --exclude-dir= --files-without-match --files-with-matches --count --initial-tab --null
  --group-separator= --no-group-separator --color[=] --colour[=] --binary`;

const RG = `-# -.0abcFhHiIlLnNopPqsSuUvVwxz -e,--regexp= -f,--file=read -A,--after-context= -B,--before-context= -C,--context= -E,--encoding= -g,--glob= -j,--threads= -m,--max-count=
  -M,--max-columns= -r,--replace= -t,--type= -T,--type-not= -d,--max-depth= --pre=hidden --hostname-bin=hidden --pre-glob= --ignore-file=read --iglob= --sort= --sortr= --color= --colors=
  --context-separator= --dfa-size-limit= --engine= --field-context-separator= --field-match-separator= --max-filesize= --path-separator= --regex-size-limit= --type-add= --type-clear=
  --hyperlink-format= --generate= --auto-hybrid-regex --binary --block-buffered --byte-offset --case-sensitive --column --no-context-separator --count --count-matches --crlf --debug --files
  --files-with-matches --files-without-match --fixed-strings --follow --glob-case-insensitive --heading --hidden --ignore-case --ignore-file-case-insensitive --include-zero --invert-match --json
  --line-buffered --line-number --line-regexp --max-columns-preview --mmap --multiline --multiline-dotall --no-config --no-filename --no-heading --no-hidden --no-ignore --no-ignore-dot
  --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-line-number --no-messages --no-mmap --no-pcre2-unicode
  --no-require-git --no-unicode --null --null-data --one-file-system --only-matching --passthru --pcre2 --pcre2-version --pretty --quiet --search-zip --smart-case --stats --stop-on-nonmatch --text
  --trace --trim --type-list --unrestricted --vimgrep --with-filename --word-regexp --no-pre`;

/** Programs that list files or look for text in them. */
export const FILE_LISTERS: Programs = {
  ...named(
    "ls dir vdir gls exa eza lsd",
    describing(lister(`${LS} --icons[=] --git --tree --long --level= --oneline`)),
  ),
  tree: lister(
    "-adfiJlnNpqrstuUvxXghDFCACQ -L= -P= -I= -o=write -H= -T= --gitignore --dirsfirst --filesfirst --noreport --charset= --filelimit= --du --prune --inodes --device --sort= --si --matchdirs --ignore-case --fromfile",
  ),
  stat: describing(
    program("-LftFlnqrsx -c,--format= --printf= --cached= --dereference --file-system --terse", ["read*"]),
  ),
  du: lister(
    "-0abcDHhklLmPSsx -B,--block-size= -d,--max-depth= -t,--threshold= -X,--exclude-from=read --exclude= --files0-from=read --null --all --apparent-size --bytes --total --dereference-args --summarize --human-readable --inodes --dereference --count-links --no-dereference --separate-dirs --si --time[=] --time-style= --one-file-system",
  ),
  df: program(
    "-aHhiklPTv -B,--block-size= -t,--type= -x,--exclude-type= --all --human-readable --si --inodes --local --no-sync --output[=] --portability --sync --total --print-type",
  ),
  ...named(
    "realpath readlink",
    program(
      "-efmLPnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --logical --physical --quiet --no-newline --relative-to= --relative-base= --strip --no-symlinks --zero",
    ),
  ),
  ...named("basename dirname", program("-az -s,--suffix= --multiple --zero")),
  ...named(
    "grep egrep fgrep zgrep bzgrep xzgrep",
    searching(GREP, (args) => hasOption(args, "-r", "-R", "--recursive", "--dereference-recursive")),
  ),
  rg: searching(RG, () => true, ["--files", "--type-list"]),
  ...named(
    "ag ack",
    searching(
      "-acfgGilLnoQrRsSuvwz --pager=hidden --nopager -A= -B= -C= -m= --ignore= --ignore-dir= --hidden --js --ts --py --type= --nogroup --group --nocolor --color --column --literal --files-with-matches --count -p=read",
      () => true,
    ),
  ),
  ...named(
    "which whereis locate mdfind",
    program(
      "-abBcdefiklLmMnpqrsSuw0 --all --skip-alias --skip-functions --tty-only --count --ignore-case --limit=",
    ),
  ),
  ...named(
    "cloc tokei scc sloccount",
    lister(
      "-cfs --json --csv --yaml --quiet --by-file --vcs= --exclude-dir= --include-lang= --sort= --files --exclude= -e= -t= -i= --type= -o,--output,--out=write",
    ),
  ),
  lsof: program("-abhiKlMnNoPRstTUvVXxwE -p= -u= -c= -d= -g= -i[=] -s[=] -F[=] +D=read +d=read"),
  mktemp: programWith(
    "-duqt --directory --dry-run --quiet --suffix= -p=write --tmpdir[=write]",
    ({ operands }) => ({ writes: operands.filter(isOutsideTemporary) }),
  ),
  bat: program(
    "-nApPfruL -l,--language= -H,--highlight-line= --style= --color= --theme= --paging= --pager=hidden -r,--line-range= --wrap= --tabs= --plain --number --show-all --list-languages --list-themes --decorations= --file-name= -m,--map-syntax=",
    ["read*"],
  ),
  getfacl: program("-acdeRLPtpn --absolute-names --recursive --numeric", ["read*"]),
  ...named("getfattr lsattr", lister("-adlpRvVhL -n= -m= -e= -d --dump --recursive")),
};

/** Looks at names and sizes, not into files: one that holds secrets is no more than part of its folder. */
function describing(describe: Describe): Describe {
  return (call) => {
    const facts = describe(call);
    return {
      ...facts,
      reads:
        facts?.reads?.map((word) =>
          isOwnSecret(word) ? partOf(word, posix.dirname(word.text ?? "")) : word,
        ) ?? [],
    };
  };
}

function isOwnSecret({ text, isPattern }: Word): boolean {
  return (
    text !== undefined &&
    isPattern !== true &&
    !/^[/~]|\.\./.test(text) &&
    sensitiveReason(text, "read") !== undefined
  );
}

type Search = ReturnType<typeof programWith>;

/** A pattern first, unless an option gives it, and then places; the working folder is one where nothing else is named. */
function searching(
  options: string,
  searchesFolders: (args: Arguments) => boolean,
  withoutPattern: readonly string[] = [],
): Search {
  return programWith(options, (args, { command }) => {
    const isGiven = hasOption(args, "-e", "-f", ...withoutPattern);
    const places: readonly Word[] = isGiven ? args.operands : args.operands.slice(1);
    const readsInput =
      command.input.kind !== "none" && !hasOption(args, "-r", "-R", "--recursive", "--files");
    const implied = places.length === 0 && searchesFolders(args) && !readsInput ? [literal(".")] : [];
    // A text put together elsewhere could be an option, and one of these runs a program.
    const isUnclear = options.includes("=hidden") && args.operands.some(({ text }) => text === undefined);
    return allOf(
      factsOfOperands(places, ["read*"]),
      { reads: [...implied, ...namesSearched(args)] },
      isUnclear ? found("arguments.computed") : {},
    );
  });
}

/** Files that a search is narrowed to by name; unlike in a shell, a star matches a leading dot too. */
function namesSearched(args: Arguments): readonly Word[] {
  const globs = valuesOf(args, "--include", "-g", "--iglob", "--type-add").flatMap((word) =>
    word.text?.startsWith("!") === true ? [] : partOf(word, word.text?.replace(/^[\w-]+:/, "")),
  );
  return globs.flatMap((word) => (word.text === undefined ? word : alternativesOf(word, word.text)));
}

function alternativesOf(word: Word, glob: string): readonly Word[] {
  // Most ask for an ending, and one name with it stands for all.
  const [, ending] = /^\*\.(\w+)$/.exec(glob) ?? [];
  if (ending !== undefined) {
    const names = [`.${ending}`, `a.${ending}`];
    return names.filter((name) => sensitiveReason(name, "read") !== undefined).map(literal);
  }
  return (expandBraces(glob) ?? [glob])
    .flatMap((one) => [one, one.replace(/(^|\/)\*+\.?(?=[^/]*$)/, "$1.")])
    .map((text) => ({ ...partOf(word, text), isPattern: true }));
}

/** A pattern such as `tmp.XXXX` is made in the working folder. */
function isOutsideTemporary(word: Word): boolean {
  return word.text === undefined || !word.text.startsWith("/tmp/") || word.text.includes("..");
}
