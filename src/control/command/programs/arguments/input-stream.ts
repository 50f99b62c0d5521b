import { posix } from "node:path";
import type { InputSource, SimpleCommand, Word } from "../../simple-command.ts";
import { isOneOf } from "./word.ts";

/** The commands whose output leads into this input, the nearest first; far away ones are left out. */
export function upstream(input: InputSource): readonly SimpleCommand[] {
  const all = input.kind === "pipe" ? [...input.from].slice(0, FAR) : [];
  for (let at = 0; at < all.length && all.length < FAR; at++) {
    const before = all[at]?.input;
    if (before?.kind === "pipe") all.push(...before.from.slice(0, FAR));
  }
  return all;
}

const FAR = 20;

/** Whether a command brings text from the network. */
export function isNetworkSource(command: SimpleCommand): boolean {
  return anyWord(
    command,
    (name, rest) => NETWORK.has(name) || (name === "openssl" && isOneOf(rest[0], "s_client", "s_time")),
  );
}

/** Whether a command turns its input into other text, so that nobody sees beforehand what comes out. */
export function isDecoder(command: SimpleCommand): boolean {
  return anyWord(
    command,
    (name, rest) => DECODERS.has(name) || (INTERPRETERS.test(name) && rest.some(isInlineCode)),
  );
}

const NETWORK = new Set(
  "curl wget fetch aria2c http https httpie xh nc ncat netcat socat telnet ftp sftp scp ssh lynx w3m links elinks dig host nslookup drill gh glab aws gsutil gcloud az ipfs rclone lwp-request GET".split(
    " ",
  ),
);

const DECODERS = new Set(
  `base64 base32 basenc xxd openssl gpg gunzip gzip zcat bzcat bunzip2 bzip2 xzcat unxz xz unlzma lzcat zstd zstdcat unzstd lz4 uncompress unzip funzip 7z tar uudecode
  rev tr sed awk gawk mawk nawk cut paste fold fmt column join shuf sort jq yq od hexdump iconv xargs dd m4 cpp envsubst dc bc recode ascii2uni nl tac rot13 expand colrm split csplit crypt age ccrypt`.split(
    /\s+/,
  ),
);

const INTERPRETERS = /^(?:python|perl|ruby|node|php|lua|deno|bun)[\d.]*$/;

function isInlineCode({ text }: Word): boolean {
  return /^-\w*[ecEpr]$|^--(?:eval|print)$/.test(text ?? "");
}

/** The name is looked for in every word, since another program may be what runs it. */
function anyWord(command: SimpleCommand, test: (name: string, rest: readonly Word[]) => boolean): boolean {
  const [first, ...rest] = command.words;
  if (test(nameOf(first), rest)) return true;
  return WRAPPERS.has(nameOf(first)) && rest.some((word, at) => test(nameOf(word), rest.slice(at + 1)));
}

const WRAPPERS = new Set(
  "env sudo doas command exec builtin timeout nice nohup time stdbuf setsid busybox toybox xargs ionice chroot".split(
    " ",
  ),
);

function nameOf(word: Word | undefined): string {
  const text = word?.text ?? "";
  return text.includes("/") ? posix.basename(text) : text;
}
