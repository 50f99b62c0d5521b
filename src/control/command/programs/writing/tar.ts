import type { ProgramFacts, Surroundings } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Describe, factsOfOperands, type Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { type Arguments, hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { literal } from "../arguments/word.ts";
import { somethingIn } from "../reading/found-places.ts";
import { factsOfMode } from "./mode-of.ts";

const TAR = optionTable(
  `-A,--catenate,--concatenate -c,--create --delete -d,--diff,--compare -r,--append --test-label -t,--list -u,--update -x,--extract,--get -g,--listed-incremental=write -G,--incremental --level= -n,--seek --no-seek
  --occurrence[=] -S,--sparse --add-file=read -C,--directory,--cd= --exclude= --exclude-backups --exclude-caches --exclude-caches-all --exclude-ignore= --exclude-tag= --exclude-vcs --exclude-vcs-ignores --no-recursion
  --recursion --null --no-null -T,--files-from=read -X,--exclude-from=read --wildcards --no-wildcards --anchored --no-anchored --ignore-case -k,--keep-old-files --keep-newer-files --skip-old-files --overwrite --overwrite-dir
  --one-top-level[=write] --recursive-unlink --remove-files -U,--unlink-first -W,--verify -O,--to-stdout --to-command=hidden --group= --owner= --mode= --mtime= -m,--touch --no-same-owner --no-same-permissions
  --numeric-owner -p,--preserve-permissions,--same-permissions --same-owner --sort= -s,--preserve-order,--same-order --acls --no-acls --xattrs --no-xattrs --selinux --no-selinux --force-local -f,--file=
  -F,--info-script,--new-volume-script=hidden -L,--tape-length= -M,--multi-volume --rmt-command=hidden --rsh-command=hidden --volno-file=write -b,--blocking-factor= -B,--read-full-records -i,--ignore-zeros --record-size=
  -H,--format= --old-archive --posix --pax-option= -V,--label= -a,--auto-compress -I,--use-compress-program= -j,--bzip2 -J,--xz --lzip --lzma --lzop --zstd --no-auto-compress -z,--gzip,--gunzip,--ungzip
  -Z,--compress --backup[=] -h,--dereference --hard-dereference -K,--starting-file= -N,--newer,--after-date= --newer-mtime= --one-file-system -P,--absolute-names --suffix= --strip-components= --transform,--xform=
  --checkpoint[=] --checkpoint-action= --full-time --index-file=write -l,--check-links --quoting-style= -R,--block-number --show-defaults --show-omitted-dirs --show-transformed-names --totals[=] --utc -v,--verbose --warning=
  -w,--interactive,--confirmation!terminal.interactive -o --restrict --usage --ignore-failed-read --ignore-command-error --delay-directory-restore --help --version -?`,
);

const tar: Describe = ({ args, surroundings }) => {
  if (args[0] !== undefined && args[0].text === undefined) return found("arguments.computed");
  const parsed = parseArguments(withDash(args), TAR);
  return allOf(
    factsOfOptions(parsed),
    ...valuesOf(parsed, "-I").map(factsOfCompressor),
    ...valuesOf(parsed, "--checkpoint-action").map(factsOfAction),
    ...valuesOf(parsed, "--mode").map(factsOfMode),
    ...valuesOf(parsed, "-f").map((archive) => factsOfArchive(archive, parsed)),
    hasOption(parsed, "-x") ? factsOfExtracting(parsed, surroundings) : factsOfPacking(parsed),
  );
};

/** Archives of files. */
export const TAPE_ARCHIVES: Programs = { tar, gtar: tar, bsdtar: tar };

/** In the old style the first word is a bundle of letters, and what they need follows in order. */
function withDash(args: readonly Word[]): readonly Word[] {
  const [bundle, ...rest] = args;
  if (bundle?.text === undefined || !/^[A-Za-z]/.test(bundle.text)) return args;
  const words: Word[] = [];
  for (const letter of bundle.text) {
    words.push(literal(`-${letter}`));
    const next = TAR.byName.get(`-${letter}`)?.takes === "value" ? rest.shift() : undefined;
    if (next !== undefined) words.push(next);
  }
  return [...words, ...rest];
}

const COMPRESSORS =
  /^(?:gzip|bzip2|xz|zstd|lz4|pigz|pbzip2|pixz|lzip|lzop|brotli|compress)(?: +-(?:-?[\w=]+))*$/;

function factsOfCompressor(program: Word): ProgramFacts {
  return COMPRESSORS.test(program.text ?? "")
    ? {}
    : allOf(found("program.hidden"), { runs: [{ kind: "script", text: program }] });
}

function factsOfAction({ text, source }: Word): ProgramFacts {
  if (text === undefined) return found("program.hidden");
  if (/^(?:dot|echo|ttyout|bell|totals|sleep|wait)\b/.test(text) || text === ".") return {};
  return allOf(found("program.hidden"), {
    runs: [{ kind: "script", text: { text: text.replace(/^exec=/, ""), source } }],
  });
}

/** A name with a colon is a tape on another machine. */
function factsOfArchive(archive: Word, parsed: Arguments): ProgramFacts {
  if (archive.text?.includes(":") === true && !hasOption(parsed, "--force-local"))
    return { network: [archive] };
  const isWritten = hasOption(parsed, "-c", "-r", "-u", "-A", "--delete");
  return factsOfOperands([archive], [isWritten ? "write" : "read"]);
}

function factsOfExtracting(parsed: Arguments, surroundings: Surroundings): ProgramFacts {
  if (hasOption(parsed, "-O", "--to-command")) return {};
  const [folder = literal(".")] = valuesOf(parsed, "-C").slice(-1);
  const members = parsed.operands.filter(({ text }) => text !== undefined && !/[*?[]/.test(text));
  const inside =
    members.length > 0
      ? members.map(({ text }) => somethingIn(folder, surroundings, text))
      : [somethingIn(folder, surroundings)];
  return allOf({ writes: inside }, hasOption(parsed, "-P") ? found("disk.outside-names") : {});
}

function factsOfPacking(parsed: Arguments): ProgramFacts {
  const [folder] = valuesOf(parsed, "-C");
  const isPacking = hasOption(parsed, "-c", "-r", "-u", "-d");
  const reads = isPacking ? [...parsed.operands, ...(folder === undefined ? [] : [folder])] : [];
  return { reads, ...(hasOption(parsed, "--remove-files") ? { deletes: parsed.operands } : {}) };
}
