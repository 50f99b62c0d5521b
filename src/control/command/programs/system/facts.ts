import type { Word } from "../../simple-command.ts";
import { named, program, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { hasOption } from "../arguments/parse-arguments.ts";
import { isOneOf, literal } from "../arguments/word.ts";

const openssl = programWith(
  `-base64, -hex, -binary, -r -d -e -a -A -salt, -pbkdf2, -noout, -text, -subject, -issuer, -dates, -fingerprint, -modulus, -pubout, -pubin, -check, -nodes, -x509, -new, -newkey,= -in,=read -out,=write -inform,= -outform,= -key,=read -keyout,=write
  -signkey,=read -CA,=read -CAkey,=read -CAfile,=read -days,= -subj,= -sha1, -sha224, -sha256, -sha384, -sha512, -md5, -aes-256-cbc, -aes-128-cbc, -k= -K= -iv,= -pass,= -passin,= -passout,= -serial, -enddate, -startdate, -ext,= -v -a -verify,=read -signature,=read -sign,=read -engine,!code.library= -provider,!code.library= -rand,=read
  -connect,=network -servername,= -showcerts, -brief, -algorithm,= -pkeyopt,= -name,= -genkey, -help,`,
  ({ operands: [verb, ...rest] }) => {
    if (isOneOf(verb, "s_client", "s_server", "s_time", "ocsp")) return { network: [] };
    if (
      isOneOf(
        verb,
        "rand",
        "version",
        "ciphers",
        "list",
        "prime",
        "genrsa",
        "ecparam",
        "genpkey",
        "passwd",
        "errstr",
        "help",
        "speed",
      )
    )
      return {};
    if (
      isOneOf(
        verb,
        "dgst",
        "x509",
        "req",
        "rsa",
        "ec",
        "pkey",
        "verify",
        "enc",
        "base64",
        "asn1parse",
        "crl",
        "pkcs12",
        "md5",
        "sha1",
        "sha256",
      )
    )
      return { reads: rest };
    return found("program.unknown-command");
  },
);

/** Programs that tell plain facts of the system. */
export const SYSTEM_FACTS: Programs = {
  ...named(
    "whoami id groups uname arch uptime free nproc lscpu lsblk lsusb lspci lsmod lshw users who w last logname lsb_release sw_vers vm_stat vmstat iostat mpstat sensors findmnt blkid hostid cal ncal acpi inxi lsns lsipc lslocks lsmem systeminfo ver nvidia-smi uuidgen",
    ({ args }) =>
      // None of them needs a place, and some would write to one.
      args.some(({ text }) => text === undefined || /[/~]/.test(text)) ? found("arguments.unknown") : {},
  ),
  getent: ({ args }) =>
    args.some((word) => isOneOf(word, "shadow", "gshadow")) ? { reads: [literal("/etc/shadow")] } : {},
  date: programWith(
    "-uRjn -I[=] -d,--date= -f,--file=read --iso-8601[=] --rfc-3339= --rfc-email --resolution --debug -r,--reference= -s,--set!privilege.system= --utc --universal -v=",
    (args) =>
      args.operands.every(
        ({ text, source }) => (text ?? source).replace(/^["']/, "").startsWith("+") || hasOption(args, "-j"),
      )
        ? {}
        : found("privilege.system"),
  ),
  ...named(
    "ss netstat",
    program(
      "-# -aAeghilmnoprstuvwxZ46NHOE -f= -D=write -F=read --listening --tcp --udp --numeric --processes --all",
    ),
  ),
  ...named("ifconfig route arp iwconfig", ({ args }) => (args.length < 2 ? {} : found("privilege.system"))),
  ip: ({ args }) =>
    args.some((word) =>
      isOneOf(
        word,
        "add",
        "del",
        "delete",
        "set",
        "flush",
        "change",
        "replace",
        "exec",
        "netns",
        "-b",
        "-batch",
        "restore",
      ),
    )
      ? found("privilege.system")
      : {},
  dmesg: program(
    "-# -aehHkLnPprsStTuwWx -F=read -l= -f= --human --ctime --follow --level= --facility= -c!privilege.system -C!privilege.system -D!privilege.system -E!privilege.system",
  ),
  journalctl: program(
    "-aefhklmNoqrx -b[=] -n[=] -u,--unit= -p,--priority= -o,--output= -S,--since= -U,--until= -t= -g,--grep= -F= -D,--directory=read --user --system --no-pager --no-hostname --list-boots --disk-usage --utc --rotate!privilege.system --vacuum-size!privilege.system= --vacuum-time!privilege.system= --flush!privilege.system",
  ),
  ...named("apt-cache dpkg-query", program("-WlLsSpf[=] --show --showformat= --list --installed")),
  ...named(
    "apt apt-get aptitude dnf yum zypper apk pacman brew snap flatpak port emerge rpm dpkg choco winget",
    packageManager,
  ),
  openssl,
  ...named("sqlite3 psql mysql mongosh redis-cli duckdb", database),
};

const LOOKING =
  /^(?:list|search|show|info|policy|depends|rdepends|--version|-v|--help|help|config|doctor|deps|leaves|outdated|--prefix|--cellar|--repository|-[QS][ilsq]*|-[lLsSp]|-q\w*|-qa|query|--list|--status|--print-architecture|versions|desc|cat|uses|home)$/;

/** Looking is free; anything else fetches packages and puts them into the system. */
function packageManager({ args, name }: Parameters<Programs[string]>[0]): ReturnType<Programs[string]> {
  if (args.some(({ text }) => /^(?:-o|--option)/.test(text ?? "") && /apt/.test(name)))
    return allOf(found("program.hidden"), { network: [] });
  const [verb, ...rest] = args;
  const looks =
    LOOKING.test(verb?.text ?? "") && !/^(?:apk|emerge)/.test(name) && rest.every(isPlainArgument);
  if (verb === undefined || looks) return {};
  return allOf(found("package.settings"), { network: [] });
}

/** Of the options of these programs many run something or read settings; few only say how to print. */
function isPlainArgument({ text }: Word): boolean {
  return /^(?:[^-].*|-[qvlaiWs]+|--(?:installed|upgradable|all|all-versions|json(?:=v\d)?|versions|formula|cask))$/s.test(
    text ?? "-",
  );
}

/** Statements for a database are code; some of these programs also have commands that write files or start a shell. */
function database({ args, command, name }: Parameters<Programs[string]>[0]): ReturnType<Programs[string]> {
  const texts = args.map(({ text }) => text ?? "");
  if (texts.every((text) => /^(?:--version|-version|-V|--help|-\?)$/.test(text)) && texts.length > 0)
    return {};
  const statements = texts.filter((text) => !text.startsWith("-"));
  const typed =
    command.input.kind === "none" &&
    command.redirects.length === 0 &&
    statements.length < (name === "sqlite3" ? 2 : 1) &&
    !texts.some((text) => /^(?:-c|-e|-f|--eval|--command|--execute|--file)/.test(text));
  if (typed && (name === "sqlite3" || name === "duckdb")) return found("terminal.interactive");
  const place = args.find(({ text }) => text === undefined || !text.startsWith("-"));
  const shells = texts.some((text) => /^\s*\.(?:shell|system|load)\b|\\!/.test(text));
  return allOf(
    { runs: [{ kind: "code", language: "sql" }] },
    shells ? found("program.hidden") : {},
    name === "sqlite3" || name === "duckdb"
      ? { writes: place === undefined || place.text === ":memory:" ? [] : [place] }
      : { network: [] },
  );
}
