import type { SimpleCommand, Word } from "../simple-command.ts";

/** Whether a text would run something where the shell takes it for a number: an index with a substitution in it. */
function isIndexText(text: string): boolean {
  return /\[[^]*(?:\$[({]|`)/.test(text);
}

/** Whether a command, or what feeds it, brings such a text along, or text that nobody sees before it is unpacked. */
export function bringsIndexText(command: SimpleCommand): boolean {
  return brings(command) || (command.input.kind === "pipe" && command.input.from.some(brings));
}

function brings({ words, assignments, input }: SimpleCommand): boolean {
  const [program, ...args] = words;
  if (UNPACKING.has(program?.text ?? "")) return true;
  const isPrinted = program?.text === "echo" || program?.text === "printf";
  if (isPrinted && mayBecomeIndex(joined(args))) return true;
  if (words.some(holdsIndex) || assignments.some(({ value }) => holdsIndex(value))) return true;
  return input.kind === "text" && (holdsIndex(input.text) || mayBecomeIndex(joined([input.text, ...args])));
}

/** Programs whose output shows nothing of what they were given. */
const UNPACKING: ReadonlySet<string> = new Set(
  "base64 base32 basenc xxd openssl uudecode rev gunzip zcat bzcat xzcat zstdcat".split(" "),
);

function holdsIndex({ text, source }: Word): boolean {
  return text === undefined
    ? isQuotedIndex(source)
    : isIndexText(text) || (text === "*" && isQuotedIndex(source));
}

/** The same for a word as it stands: what is in quotes or behind a backslash is not run there, but may be later. */
export function isQuotedIndex(source: string): boolean {
  return source.includes("[") && /\\[$`]|'[^']*(?:\$[({]|`)[^']*'|\$'[^']*\\/.test(source);
}

/** Everything it takes, in whatever order, or spelled out as numbers of characters. */
function mayBecomeIndex(text: string): boolean {
  if (/\\(?:x|u|U|0|[1-7])/.test(text)) return true;
  return text.includes("[") && (text.includes("`") || (text.includes("$") && text.includes("(")));
}

function joined(words: readonly Word[]): string {
  return words.map(({ text }) => text ?? "").join(" ");
}
