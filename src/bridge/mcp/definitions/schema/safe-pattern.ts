const MOST_LENGTH = 1000;
const MOST_VARYING = 20;
const MOST_IN_A_ROW = 2;
const LARGE = 50;

/**
 * Tells whether a regular expression of somebody else surely ends soon. What is not sure counts as unsafe: its server
 * checks the value anyway. No repetition inside a repetition, and no more than two that could share the same text.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > MOST_LENGTH || !isPattern(pattern)) return false;
  const atoms = atomsOf(pattern);
  if (atoms === undefined) return false;
  let varying = 0;
  // Without a beginning every place of the text is tried, which is a repetition too.
  const first = pattern.startsWith("^") ? 0 : 1;
  let inARow = first;
  let last: Atom | undefined;
  for (const atom of atoms) {
    if (atom.isVarying) varying += 1;
    if (atom.isLong) {
      inARow += 1;
      last = atom;
    } else if (last !== undefined && separates(atom, last)) {
      inARow = first;
      last = undefined;
    }
    if (inARow > MOST_IN_A_ROW || varying > MOST_VARYING) return false;
  }
  return true;
}

/** One thing to match, as often as its quantifier says. */
interface Atom {
  readonly source: string;
  /** May match more or less. */
  readonly isVarying: boolean;
  /** May match very much. */
  readonly isLong: boolean;
}

const ATOM = String.raw`\[(?:[^\]\\]|\\.)*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^0-9k])|[^\\[\](){}*+?|^$]`;
const QUANTIFIER = String.raw`[*+?]\??|\{\d+(?:,\d*)?\}\??`;
const TOKEN = new RegExp(`(${ATOM})(${QUANTIFIER})?|(\\((?:\\?:)?)|(\\))(${QUANTIFIER})?|[|^$]`, "guy");

/** The atoms in order; nothing where a repeated group holds something that varies, or what is not known here. */
function atomsOf(pattern: string): readonly Atom[] | undefined {
  const atoms: Atom[] = [];
  const groups: number[] = [];
  const choices: number[] = [];
  let end = 0;
  for (const match of pattern.matchAll(TOKEN)) {
    const [token, source, quantifier, opens, closes, again] = match;
    end += token.length;
    if (source !== undefined) atoms.push(atomOf(source, quantifier));
    else if (opens !== undefined) groups.push(atoms.length);
    else if (token === "|") choices.push(atoms.length);
    else if (closes !== undefined) {
      const from = groups.pop() ?? 0;
      if (again === undefined || again.startsWith("?")) continue;
      const inside = atoms.splice(from);
      if (choices.some((at) => at >= from) || inside.some(({ isVarying }) => isVarying)) return undefined;
      atoms.push(atomOf(inside.map((atom) => atom.source).join("|"), again));
    }
  }
  return end === pattern.length ? atoms : undefined;
}

function atomOf(source: string, quantifier: string | undefined): Atom {
  if (quantifier === undefined) return { source, isVarying: false, isLong: false };
  return { source, ...repetition(quantifier) };
}

function repetition(quantifier: string): Pick<Atom, "isVarying" | "isLong"> {
  if (quantifier.startsWith("?")) return { isVarying: true, isLong: false };
  const [, least = "0", comma, most = ""] = /^\{(\d+)(,?)(\d*)/.exec(quantifier) ?? [];
  if (comma === "") return { isVarying: false, isLong: Number(least) > LARGE };
  return { isVarying: true, isLong: most === "" || Number(most) > LARGE };
}

/** A character that must be there and that the repetition before it cannot take. */
function separates(atom: Atom, last: Atom): boolean {
  if (atom.isVarying) return false;
  const character = literalOf(atom.source);
  return character !== undefined && !new RegExp(`^(?:${last.source})$`, "u").test(character);
}

function literalOf(source: string): string | undefined {
  if (/^[^\\[.]$/u.test(source)) return source;
  return /^\\[^\p{L}\d]$/u.test(source) ? source.slice(1) : undefined;
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
