import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, type Describe, named, never, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { type Arguments, hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { literal } from "../arguments/word.ts";
import { joinedScript } from "../wrapping/script-wrappers.ts";
import { landings } from "../writing/copying.ts";
import { factsOfMode } from "../writing/mode-of.ts";
import { sendsSecrets } from "./sends-secrets.ts";

const SSH = optionTable(
  "-46AaCfGgKkMNnqsTtVvXxYy -B= -b= -c= -D!network.tunnel= -E=write -e= -F=file -I!code.library= -i=read -J= -L!network.tunnel= -l= -m= -O= -o= -p= -Q= -R!network.tunnel= -S= -W= -w=",
);

const ssh: Describe = (call) => {
  const parsed = parseArguments(call.args, SSH, { optionsFirst: true });
  const [host, ...command] = parsed.operands;
  if (host === undefined) return factsOfOptions(parsed);
  return allOf(
    factsOfOptions(parsed),
    { network: [host] },
    ...valuesOf(parsed, "-o").map(factsOfSetting),
    joinedScript(command),
    sendsSecrets(call, command),
  );
};

const COPY = "-346ABCOpqRrTv -c= -D= -F=file -i=read -J= -l= -o= -P= -S=hidden -s -X= -b=file -a -f -N";

/** Programs that reach another machine. */
export const REMOTES: Programs = {
  ssh,
  ...named("slogin mosh autossh", ssh),
  ...named(
    "scp sftp",
    programWith(COPY, (args, call) =>
      allOf(
        ...valuesOf(args, "-o").map(factsOfSetting),
        { network: args.operands.filter(isRemote) },
        copied(args.operands, call),
        sendsSecrets(
          call,
          args.operands.filter((word) => !isRemote(word)),
        ),
      ),
    ),
  ),
  rsync: programWith(
    `-# -0468abcCdDEgHhiIJKklLmnNoOpPqrRsStuUvVwWxXyzA -e,--rsh=hidden --rsync-path=hidden -B= -f,--filter= -T,--temp-dir=write -M= --exclude= --exclude-from=read --include= --include-from=read --files-from=read --chmod= --chown!mode.owner=
    --usermap= --groupmap= --backup-dir=write --suffix= --partial-dir=write --log-file=write --write-batch=write --only-write-batch=write --read-batch=read --compare-dest=read --copy-dest=read --link-dest=read --max-size= --min-size=
    --bwlimit= --timeout= --contimeout= --port= --password-file=read --out-format= --info= --debug= --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --remove-source-files --archive --verbose
    --recursive --dry-run --update --checksum --compress --progress --stats --human-readable --inplace --ignore-existing --existing --partial --quiet --relative --links --copy-links --perms --times --owner --group --no-owner
    --no-group --no-perms --prune-empty-dirs --mkpath --size-only --numeric-ids --itemize-changes --force --daemon!session.survive --config=file`,
    rsync,
  ),
  ...named("nc ncat netcat", netcat),
  socat: (call) =>
    allOf(
      { network: call.args },
      call.args.some(({ text }) => text === undefined || /^(?:exec|system|shell)\b/i.test(text))
        ? found("network.shell")
        : {},
      sendsSecrets(call, call.args),
    ),
  ...named(
    "telnet ftp dig host nslookup drill whois ping ping6 traceroute tracepath mtr nmap arping fping speedtest",
    programWithNetwork(),
  ),
  ...named(
    "ssh-keyscan ssh-add ssh-agent rclone gh glab aws gcloud az gsutil s3cmd kubectl ansible vagrant heroku fly vercel netlify wrangler firebase supabase",
    programWithNetwork(),
  ),
  ...named("ngrok cloudflared localtunnel lt", never("network.tunnel")),
};

/** A setting of ssh can name a program that makes the connection. */
function factsOfSetting({ text }: Word): ProgramFacts {
  if (text === undefined) return found("arguments.computed");
  const [, name = "", value = ""] = /^\s*(\w+)[\s=]+(.*)$/s.exec(text) ?? [];
  if (/^(?:ProxyCommand|LocalCommand|KnownHostsCommand|Match)$/i.test(name))
    return allOf(found("program.hidden"), { runs: [{ kind: "script", text: literal(value) }] });
  return /^(?:PKCS11Provider|SecurityKeyProvider)$/i.test(name) ? found("code.library") : {};
}

function isRemote({ text }: Word): boolean {
  return text !== undefined && (/^[^/]+:/.test(text) || text.startsWith("rsync://"));
}

function copied(words: readonly Word[], { surroundings }: Call, keepsPath = false): ProgramFacts {
  const target = words.at(-1);
  const local = words.slice(0, -1).filter((word) => !isRemote(word));
  if (target === undefined || words.length < 2) return {};
  return allOf(
    { reads: local },
    isRemote(target) ? {} : { writes: landings(words.slice(0, -1), target, false, surroundings, keepsPath) },
  );
}

function rsync(args: Arguments, call: Call): ProgramFacts {
  const remote = args.operands.filter(isRemote);
  const target = args.operands.at(-1);
  const deletesThere =
    target !== undefined &&
    !isRemote(target) &&
    args.options.some(({ kind }) => kind.name.startsWith("--delete"));
  const sources = args.operands.slice(0, -1).filter((word) => !isRemote(word));
  return allOf(
    remote.length > 0 ? allOf({ network: remote }, sendsSecrets(call, sources)) : {},
    ...valuesOf(args, "--chmod").map(({ text, source }) =>
      factsOfMode({ text: text?.replaceAll(/(^|,)[DF]/g, "$1"), source }),
    ),
    hasOption(args, "-n", "--dry-run")
      ? { reads: sources }
      : copied(args.operands, call, hasOption(args, "-R", "--relative")),
    deletesThere ? { deletes: [target] } : {},
    hasOption(args, "--remove-source-files") ? { deletes: sources } : {},
  );
}

function netcat(call: Call): ProgramFacts {
  const { args } = call;
  const hands = args.some(
    ({ text }) => text === undefined || /^-(?:[a-zA-Z]*[ec]|-exec|-sh-exec|-lua-exec)/.test(text),
  );
  return allOf(
    { network: args.filter(({ text }) => text?.startsWith("-") !== true) },
    hands ? found("network.shell") : {},
    sendsSecrets(call, args),
  );
}

function programWithNetwork(): Describe {
  return (call) => {
    if (call.args.length === 1 && /^(?:--?version|version|--help|-V)$/.test(call.args[0]?.text ?? ""))
      return {};
    return allOf(
      { network: call.args.filter(({ text }) => text?.startsWith("-") !== true) },
      sendsSecrets(call, call.args),
    );
  };
}
