/** What is assigned somewhere in a text. */
export interface AssignedValue {
  readonly start: number;
  readonly text: string;
  readonly quoted: boolean;
}

/** Where the value stands: whether blanks surround the sign before it, and where the name begins. */
interface Surroundings {
  readonly loose: boolean;
  readonly name: number;
}

/** Reads the value at a place: up to the closing quote, or as far as a word goes; none where code follows. */
export function assignedValueAt(text: string, at: number, around: Surroundings): AssignedValue | undefined {
  const [, slashes = "", quote] = matchAt(QUOTE, text, at) ?? [];
  if (quote === undefined) return bareValue(text, at, around);
  const start = at + slashes.length + 1;
  const value = slashes === "" ? closedBy(quote, text, start) : escapedUntil(slashes + quote, text, start);
  const isClosed = text.startsWith(quote, start + value.length + slashes.length);
  return isClosed || !CODE.test(value) ? { start, text: value, quoted: true } : undefined;
}

const QUOTE = /(\\{0,3})(["'`])/y;
/** What follows when the quote closed the name: `log('password:', value)`. */
const CODE = /^[ \t]*[,)+\]]/;

function closedBy(quote: string, text: string, start: number): string {
  return matchAt(QUOTED[quote as keyof typeof QUOTED], text, start)?.[0] ?? "";
}

const QUOTED = {
  '"': /(?:[^"\\\r\n]|\\[^\r\n])*/y,
  "'": /(?:[^'\\\r\n]|\\[^\r\n])*/y,
  "`": /(?:[^`\\\r\n]|\\[^\r\n])*/y,
};

function escapedUntil(closing: string, text: string, start: number): string {
  let end = start;
  while (end < text.length && !LINE_END.test(text.charAt(end)) && !text.startsWith(closing, end)) end += 1;
  return text.slice(start, end);
}

const LINE_END = /[\r\n]/;

function bareValue(text: string, at: number, { loose, name }: Surroundings): AssignedValue | undefined {
  const word = !loose && opensLine(text, name) ? LINE_WORD : WORD;
  const value = matchAt(word, text, at)?.[0] ?? "";
  if (value.length <= LONGEST_CODE) {
    const rest = text.slice(at + value.length, at + value.length + 2);
    if (/^[([]/.test(rest) || MEMBER.test(value)) return undefined;
    if (loose && !/^(?:$|[\r\n"'`\\]|[ \t][\r\n#]|[ \t]$)/.test(rest)) return undefined;
  }
  return { start: at, text: value, quoted: false };
}

/** Only so much can be a name in a program; what is longer is a value, whatever follows. */
const LONGEST_CODE = 64;
const WORD = /[^\s"'`<>(){}[\],;|&\\]*/y;
const LINE_WORD = /[^\s"'`]*/y;
const MEMBER = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;

/** Tells whether a line begins with this name, as in a file of variables; a number before it, or a mark of a diff, counts for nothing. */
function opensLine(text: string, name: number): boolean {
  const before = text.slice(Math.max(0, name - LONGEST_CODE), name);
  const line = before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
  return (
    line.length < LONGEST_CODE && /^[ \t]*(?:\d+\t)?[+-]?[ \t]*(?:export |set |ENV )?[\w.-]*$/.test(line)
  );
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.exec(text);
}
