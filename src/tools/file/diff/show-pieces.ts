/** A stretch of two lines, in characters as a person counts them: the same on both sides, or not. */
export interface Piece {
  readonly expected: readonly string[];
  readonly found: readonly string[];
  readonly equal: boolean;
}

/** An equal stretch longer than this shows only its ends. */
const LONGEST_KEEP = 80;
const KEPT_END = 30;

/** Renders both lines of a comparison with their differences marked and every blank that matters visible. */
export function showPieces(pieces: readonly Piece[]): { expected: string; found: string } {
  let expected = "";
  let found = "";
  pieces.forEach((piece, index) => {
    if (piece.equal) {
      const kept = showKept(piece.expected, index === pieces.length - 1);
      expected += kept;
      found += kept;
      return;
    }
    const spell = looksAlike(piece) ? spellCodePoints : showChanged;
    if (piece.expected.length > 0) expected += `[-${piece.expected.map(spell).join("")}-]`;
    if (piece.found.length > 0) found += `{+${piece.found.map(spell).join("")}+}`;
  });
  return { expected, found };
}

function showKept(graphemes: readonly string[], endsLine: boolean): string {
  const elided =
    graphemes.length > LONGEST_KEEP
      ? [...graphemes.slice(0, KEPT_END), "…", ...graphemes.slice(-KEPT_END)]
      : graphemes;
  const text = elided.join("").replace(/\n$/, "");
  const visible = Array.from(text, (character) => (character === " " ? " " : showCharacter(character))).join(
    "",
  );
  return endsLine ? visible.replace(/ +$/, (blanks) => "·".repeat(blanks.length)) : visible;
}

function showChanged(grapheme: string): string {
  return Array.from(grapheme, showCharacter).join("");
}

/** A blank, control or format character gets a sign or its code point; everything else stays as it is. */
function showCharacter(character: string): string {
  if (character === " ") return "·";
  if (character === "\t") return "→";
  if (character === "\r") return "␍";
  if (character === "\n") return "⏎";
  return /^[\p{Z}\p{C}]$/u.test(character) ? codePoint(character) : character;
}

/** Stretches that differ only in how Unicode spells them would print the same. */
function looksAlike({ expected, found }: Piece): boolean {
  return expected.length > 0 && found.length > 0 && plain(expected) === plain(found);
}

function plain(graphemes: readonly string[]): string {
  return graphemes.join("").normalize("NFKC");
}

function spellCodePoints(grapheme: string): string {
  return Array.from(grapheme, codePoint).join("");
}

function codePoint(character: string): string {
  return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`;
}
