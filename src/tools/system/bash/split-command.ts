/** One simple command of a command line, and what follows it. */
export interface CommandPart {
  readonly words: readonly string[];
  /** The operator after it; empty at the end. */
  readonly next: string;
}

/** Words that make what follows more than a list of simple commands. */
const COMPOUND =
  /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function|coproc|\{|\}|\(|\)|!)$/;

/**
 * Splits a command line at its top-level operators; undefined where it holds more than simple commands.
 * Good enough to tell what was meant, never to decide what may run.
 */
export function splitCommand(command: string): readonly CommandPart[] | undefined {
  const parts: CommandPart[] = [];
  let words: string[] = [];
  for (const token of command.replaceAll("\\\n", " ").matchAll(TOKEN)) {
    const { word, operator, other } = token.groups ?? {};
    if (other !== undefined) return undefined;
    if (word !== undefined) words.push(plainWord(word));
    if (operator === undefined) continue;
    if (words.length > 0) parts.push({ words, next: operator });
    words = [];
  }
  if (words.length > 0) parts.push({ words, next: "" });
  const isSimple = parts.every((part) => part.words.every((word) => !COMPOUND.test(word)));
  return isSimple ? parts.map(withoutSettings) : undefined;
}

const PLAIN = String.raw`[^()'"\\]|\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*"`;

/** What `$( )` and `<( )` hold, a few levels deep. */
const HELD = String.raw`\((?:${PLAIN}|\((?:${PLAIN}|\((?:${PLAIN})*\))*\))*\)`;

/** Spaces and comments; redirections, which are dropped; operators; words with their quotes and substitutions; anything else, such as `(`, `<<` or an open quote. */
const TOKEN = new RegExp(
  [
    String.raw`[ \t]+|(?<![^\s;&|])#[^\n]*|\d*<<<`,
    String.raw`(?:\d*|&)>>?(?!\()(?:&\d|&-|\|)?[ \t]*(?:[^\s;&|<>()'"\`$\\]+)?|\d*<(?![<(])[ \t]*[^\s;&|<>()'"\`$\\]+`,
    String.raw`(?<operator>&&|\|\||\|&|[;|&\n])`,
    String.raw`(?<word>(?:[^\s;&|<>()'"\`$\\]|\\[^\n]|'[^']*'|"(?:[^"\\\`$]|\\[^]|\$${HELD}|\$(?!\())*"|[$<>]${HELD}|\`[^\`]*\`|\$(?!\())+)`,
    String.raw`(?<other>[^])`,
  ].join("|"),
  "g",
);

function plainWord(word: string): string {
  return word.replaceAll(/'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\(.)/g, "$1$2$3");
}

/** `NAME=value` before a command sets its environment and is no part of what is run; alone it is. */
function withoutSettings({ words, next }: CommandPart): CommandPart {
  const first = words.findIndex((word) => !/^\w+\+?=/.test(word));
  return { words: words.slice(Math.max(0, first)), next };
}

/** The program a part runs, without its folder. */
export function programOf({ words }: CommandPart): string {
  return (words[0] ?? "").replace(/^.*\//, "");
}
