/** What the first bytes of a connection turn out to be. */
export type FirstBytes =
  /** A greeting of TLS with the names of servers it asks for. */
  | { readonly kind: "hello"; readonly names: readonly string[]; readonly isHidden: boolean }
  /** Nothing can be said before there are so many bytes. */
  | { readonly kind: "more"; readonly needed: number }
  /** Something else than TLS. */
  | { readonly kind: "other" }
  /** It began as TLS and went wrong. */
  | { readonly kind: "broken" };

/** No honest greeting is longer; a server would turn it away as well. */
const MOST_BYTES = 16 * 1024;

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const RECORD_HEADER = 5;
const MESSAGE_HEADER = 4;

/** Reads the name a TLS client asks for, also when its greeting is cut into many records. */
export function readClientHello(bytes: Uint8Array): FirstBytes {
  if (bytes.length === 0) return { kind: "more", needed: 1 };
  if (bytes[0] !== HANDSHAKE) return { kind: "other" };
  const message = gatherMessage(bytes);
  if (typeof message === "number") {
    return message > MOST_BYTES ? { kind: "broken" } : { kind: "more", needed: message };
  }
  return (message && helloIn(message)) ?? { kind: "broken" };
}

/** The first handshake message without its header, or how many bytes there must be to go on, or undefined for nonsense. */
function gatherMessage(bytes: Uint8Array): Uint8Array | number | undefined {
  const pieces: Uint8Array[] = [];
  let held = 0;
  let whole: number | undefined;
  for (let at = 0; ;) {
    if (bytes.length < at + RECORD_HEADER) return at + RECORD_HEADER;
    const length = numberAt(bytes, at + 3, 2);
    if (bytes[at] !== HANDSHAKE || bytes[at + 1] !== 3 || length === 0) return undefined;
    const end = at + RECORD_HEADER + length;
    if (bytes.length < end) return end;
    pieces.push(bytes.subarray(at + RECORD_HEADER, end));
    held += length;
    at = end;
    if (held < MESSAGE_HEADER) continue;
    whole ??= lengthOfHello(Buffer.concat(pieces));
    if (whole === undefined) return undefined;
    if (held >= whole) return Buffer.concat(pieces).subarray(MESSAGE_HEADER, whole);
    if (at + whole - held > MOST_BYTES) return MOST_BYTES + 1;
  }
}

function lengthOfHello(start: Uint8Array): number | undefined {
  return start[0] === CLIENT_HELLO ? MESSAGE_HEADER + numberAt(start, 1, 3) : undefined;
}

const SERVER_NAME = 0;

/** Greetings inside the greeting, which only the server can read. */
const HIDDEN_NAME: readonly number[] = [0xfe0d, 0xffce];

function helloIn(message: Uint8Array): FirstBytes | undefined {
  const hello = cursor(message);
  hello.take(VERSION_AND_RANDOM);
  for (const sizeOfLength of [1, 2, 1]) hello.block(sizeOfLength);
  const extensions = hello.isAtEnd() ? cursor(new Uint8Array()) : cursor(hello.block(2));
  const names: string[] = [];
  let isHidden = false;
  while (!extensions.isAtEnd()) {
    const type = extensions.number(2);
    const content = extensions.block(2);
    if (type === SERVER_NAME) names.push(...serverNames(content));
    if (HIDDEN_NAME.includes(type)) isHidden = true;
    if (extensions.isBroken()) return undefined;
  }
  return hello.isBroken() || !hello.isAtEnd() || names.includes("")
    ? undefined
    : { kind: "hello", names, isHidden };
}

const VERSION_AND_RANDOM = 2 + 32;

/** An empty name stands for one that cannot be read. */
function serverNames(extension: Uint8Array): readonly string[] {
  const outer = cursor(extension);
  const list = cursor(outer.block(2));
  const names: string[] = [];
  while (!list.isAtEnd()) {
    const type = list.number(1);
    const name = Buffer.from(list.block(2)).toString("latin1");
    names.push(type === 0 && NAME.test(name) ? name.toLowerCase().replace(/\.$/, "") : "");
    if (list.isBroken()) return [""];
  }
  return names.length === 0 || outer.isBroken() || !outer.isAtEnd() ? [""] : names;
}

const NAME = /^[\w.:-]{1,255}$/;

/** Reads forward; past the end it gives nothing and stays broken. */
function cursor(bytes: Uint8Array) {
  let at = 0;
  let broken = false;
  const take = (length: number): Uint8Array => {
    broken ||= at + length > bytes.length;
    if (broken) return new Uint8Array();
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (size: number): number => numberAt(take(size), 0, size);
  return {
    take,
    number,
    block: (sizeOfLength: number) => take(number(sizeOfLength)),
    isAtEnd: () => broken || at === bytes.length,
    isBroken: () => broken,
  };
}

function numberAt(bytes: Uint8Array, at: number, size: number): number {
  return bytes.subarray(at, at + size).reduce((sum, byte) => sum * 256 + byte, 0);
}
