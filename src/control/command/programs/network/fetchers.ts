import { posix } from "node:path";
import type { Word } from "../../simple-command.ts";
import { named, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { type Arguments, hasOption, valuesOf } from "../arguments/parse-arguments.ts";
import { fromPosition, literal, partOf } from "../arguments/word.ts";
import { sendsSecrets } from "./sends-secrets.ts";

const CURL = `-0123468BGIJLMNORSZafgijklnpqsv# -: --abstract-unix-socket!sandbox.leave= --alt-svc=write --anyauth --append --aws-sigv4= --basic --cacert=read --capath=read -E,--cert=read --ciphers= --compressed -K,--config=read --connect-timeout=
  --connect-to= -C,--continue-at= -b,--cookie= -c,--cookie-jar=write --create-dirs --create-file-mode= --crlf --crlfile=read -d,--data= --data-ascii= --data-binary= --data-raw= --data-urlencode= --digest --disable --dns-servers=
  --doh-url= -D,--dump-header=write --egd-file=read --engine!code.library= --etag-compare=read --etag-save=write --expect100-timeout= --fail --fail-early --fail-with-body -F,--form= --form-string= --ftp-create-dirs -P,--ftp-port= --get
  --globoff --head -H,--header= -h[=] --hsts=write --http0.9 --http1.0 --http1.1 --http2 --http3 --include --insecure --interface= --ipv4 --ipv6 --json= --keepalive-time= --key=read --key-type= --libcurl=write --limit-rate=
  --list-only --local-port= --location --location-trusted --mail-from= --mail-rcpt= --max-filesize= --max-redirs= -m,--max-time= --negotiate --netrc --netrc-file=read --netrc-optional --next --no-buffer --no-clobber --no-keepalive
  --no-progress-meter --noproxy= --ntlm --oauth2-bearer= -o,--output=write --output-dir= --parallel --parallel-max= --pass= --path-as-is --pinnedpubkey= --post301 --post302 --post303 --preproxy= --progress-bar --proto= --proto-default=
  --proto-redir= -x,--proxy= --proxy-header= --proxy-insecure -U,--proxy-user= --proxytunnel -Q,--quote= --random-file=read -r,--range= --rate= --raw -e,--referer= --remote-header-name --remote-name --remote-name-all --remote-time
  --remove-on-error -X,--request= --request-target= --resolve= --retry= --retry-all-errors --retry-connrefused --retry-delay= --retry-max-time= --show-error --silent --socks4= --socks4a= --socks5= --socks5-hostname= -Y,--speed-limit=
  -y,--speed-time= --ssl --ssl-reqd --stderr=write --tcp-fastopen --tcp-nodelay -t,--telnet-option= -z,--time-cond= --tls-max= --tls13-ciphers= --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace=write
  --trace-ascii=write --trace-time --unix-socket!sandbox.leave= -T,--upload-file= --url=network --url-query= --use-ascii -u,--user= -A,--user-agent= --verbose -V -w,--write-out= --xattr`;

const WGET = `-46cdEFHhkKLmNpqrSvxV -nv, -nc, -nd, -nH, -np, -e,--execute= -o,--output-file=write -a,--append-output=write -i,--input-file=read -B,--base= --config=read --rejected-log=write -t,--tries= -O,--output-document=write
  --start-pos= --progress= -T,--timeout= --dns-timeout= --connect-timeout= --read-timeout= -w,--wait= --waitretry= -Q,--quota= --bind-address= --limit-rate= --user= --password= --use-askpass=hidden -P,--directory-prefix= --cut-dirs=
  --http-user= --http-password= --default-page= --header= --compression= --max-redirect= --referer= -U,--user-agent= --load-cookies=read --save-cookies=write --post-data= --post-file= --method= --body-data= --body-file= --certificate=read
  --private-key=read --ca-certificate=read --ca-directory=read --hsts-file=write --warc-file=write --warc-tempdir=write -l,--level= -A,--accept= -R,--reject= -D,--domains= -I,--include-directories= -X,--exclude-directories=
  --accept-regex= --reject-regex= --exclude-domains= --quiet --no-verbose --no-clobber --continue --recursive --mirror --no-parent --no-check-certificate --show-progress --timestamping --spider --server-response --content-disposition
  --page-requisites --convert-links --no-directories --no-host-directories --force-directories --random-wait --no-proxy --no-cache --no-cookies --https-only --trust-server-names -b,--background!session.survive --ask-password!terminal.interactive`;

/** Programs that fetch from the network or send to it. */
export const FETCHERS: Programs = {
  curl: programWith(CURL, (args, call) => {
    const files = uploads(args);
    const isVersion = hasOption(args, "-V", "-h", "--version", "--help");
    if (isVersion) return {};
    return allOf(
      {
        network: args.operands.filter(isRemote),
        reads: [...files, ...localFiles(args.operands)],
        writes: curlWrites(args),
      },
      sendsSecrets(call, [...files, ...given(args)]),
    );
  }),
  wget: programWith(WGET, (args, call) => {
    const files = valuesOf(args, "--post-file", "--body-file");
    if (hasOption(args, "-V", "-h", "--version", "--help")) return {};
    return allOf(
      { network: args.operands, reads: files, writes: wgetWrites(args) },
      valuesOf(args, "-e").every(({ text }) =>
        /^\s*(?:robots|https?_proxy|no_proxy|use_proxy|wait|tries|timeout)\s*=/.test(text ?? ""),
      )
        ? {}
        : found("program.hidden"),
      sendsSecrets(call, [...files, ...given(args)]),
    );
  }),
  ...named("http https xh httpie aria2c axel lwp-request", ({ args, ...call }) =>
    allOf(
      { network: args.filter(({ text }) => text?.includes("://") === true) },
      sendsSecrets({ args, ...call }, args),
      found("arguments.unknown"),
    ),
  ),
};

/** Values that stand for a file: `@name`, `field=@name`, `field=<name`, `name@file`. */
function uploads(args: Arguments): readonly Word[] {
  const data = valuesOf(
    args,
    "-d",
    "--data-ascii",
    "--data-binary",
    "--json",
    "-H",
    "--proxy-header",
    "--url-query",
    "--data-urlencode",
    "-w",
  );
  const forms = valuesOf(args, "-F");
  const plain = [
    ...valuesOf(args, "-T"),
    ...valuesOf(args, "-b").filter(({ text }) => text?.includes("=") === false),
  ];
  return [
    ...data.flatMap((word) => behind(word, /^[^@=]*@/)),
    ...forms.flatMap((word) => behind(word, /^[^=]*=[@<]/)),
    ...plain,
  ].filter(({ text }) => text !== "-" && text !== "");
}

function behind(word: Word, mark: RegExp): readonly Word[] {
  const match = mark.exec(word.text ?? word.source.replace(/^["']/, ""));
  if (match === null) return [];
  const place = fromPosition(word, match[0].length);
  return [partOf(place, place.text?.replace(/;.*$/s, ""))];
}

/** Words of a request that could hold a secret put in by a substitution. */
function given(args: Arguments): readonly Word[] {
  return [
    ...valuesOf(
      args,
      "-d",
      "--data-raw",
      "--data-binary",
      "--data-urlencode",
      "--json",
      "-F",
      "--form-string",
      "-H",
      "--post-data",
      "--body-data",
      "--header",
    ),
    ...args.operands,
  ].filter(({ text }) => text === undefined);
}

function isRemote({ text }: Word): boolean {
  return text?.startsWith("file:") !== true;
}

function localFiles(urls: readonly Word[]): readonly Word[] {
  return urls
    .filter((url) => !isRemote(url))
    .map((url) => partOf(url, url.text?.replace(/^file:(?:\/\/[^/]*)?/, "")));
}

/** With `-O` the file has the last name of the address; `%output{}` in a format writes too. */
function curlWrites(args: Arguments): readonly Word[] {
  const [folder] = valuesOf(args, "--output-dir");
  const names = hasOption(args, "-O", "--remote-name", "--remote-name-all", "-J", "--remote-header-name")
    ? args.operands.map(nameIn)
    : [];
  const outputs = [...names, ...valuesOf(args, "-o").filter(({ text }) => text !== "-")];
  const formats = valuesOf(args, "-w").flatMap(({ text }) =>
    [...(text ?? "").matchAll(/%output\{>{0,2}([^}]*)\}/g)].map(([, name = ""]) => literal(name)),
  );
  return [...(folder === undefined ? names : outputs.map((name) => joined(folder, name))), ...formats];
}

function wgetWrites(args: Arguments): readonly Word[] {
  if (hasOption(args, "-O", "--spider")) return [];
  const [folder = literal(".")] = valuesOf(args, "-P");
  return args.operands.map((url) => joined(folder, nameIn(url)));
}

function nameIn(url: Word): Word {
  const name = url.text === undefined ? undefined : posix.basename(url.text.replace(/[?#].*$/s, ""));
  return partOf(url, name === undefined || name === "" || name.includes(":") ? "index.html" : name);
}

function joined(folder: Word, name: Word): Word {
  return partOf(
    folder,
    folder.text === undefined || name.text === undefined ? undefined : posix.join(folder.text, name.text),
  );
}
