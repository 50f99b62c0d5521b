/** Replaces the character references of text by the characters they stand for; unknown ones stay as written. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    REFERENCE,
    (written, code: string | undefined, name: string | undefined, end: string) => {
      if (code !== undefined) return characterOf(code);
      const character = NAMED.get(name ?? "");
      return character === undefined || (end === "" && !UNENDED.has(name ?? "")) ? written : character;
    },
  );
}

const REFERENCE = /&(?:#(x[\da-f]{1,6}|\d{1,7})|([a-z][a-z\d]{1,15}))(;|(?![a-z\d=]))/gi;

function characterOf(code: string): string {
  const point =
    code[0] === "x" || code[0] === "X" ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 10);
  if (point >= 0x80 && point <= 0x9f) return WINDOWS[point - 0x80] ?? "";
  const isCharacter = point > 0 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(point) : "\uFFFD";
}

/** Numbers that pages written on old systems mean by that system's code page. */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** Names of the characters from 160 on, one after the other. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave " +
  "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc " +
  "Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc " +
  "iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/** Names of the Greek letters from 913 on; one place in each row is empty. */
const GREEK =
  "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi " +
  "Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma " +
  "tau upsilon phi chi psi omega";

const SIGNS =
  "amp& lt< gt> quot\" apos' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ensp\u2002 emsp\u2003 " +
  "thinsp\u2009 zwnj\u200C zwj\u200D lrm\u200E rlm\u200F ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ " +
  "dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € image ℑ weierp ℘ " +
  "real ℜ trade ™ alefsym ℵ larr ← uarr ↑ rarr → darr ↓ harr ↔ crarr ↵ lArr ⇐ uArr ⇑ rArr ⇒ dArr ⇓ hArr ⇔ forall ∀ part ∂ " +
  "exist ∃ empty ∅ nabla ∇ isin ∈ notin ∉ ni ∋ prod ∏ sum ∑ minus − lowast ∗ radic √ prop ∝ infin ∞ ang ∠ and ∧ or ∨ cap ∩ " +
  "cup ∪ int ∫ there4 ∴ sim ∼ cong ≅ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ sub ⊂ sup ⊃ nsub ⊄ sube ⊆ supe ⊇ oplus ⊕ otimes ⊗ " +
  "perp ⊥ sdot ⋅ lceil ⌈ rceil ⌉ lfloor ⌊ rfloor ⌋ lang ⟨ rang ⟩ loz ◊ spades ♠ clubs ♣ hearts ♥ diams ♦ Tab\t NewLine\n " +
  "excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lbrack[ lsqb[ " +
  "bsol\\ rbrack] rsqb] Hat^ lowbar_ grave` lbrace{ lcub{ vert| verbar| rbrace} rcub} check ✓ checkmark ✓ cross ✗ star ☆ " +
  "starf ★ phone ☎ half ½ hyphen ‐ dash ‐ horbar ― rightarrow → leftarrow ← nbhy ‑ nldr ‥ mldr … copysr ℗ incare ℅ numero № " +
  "ohm Ω deg ° zwsp\u200B ZeroWidthSpace\u200B NonBreakingSpace\u00A0 NoBreak\u2060";

const NAMED: ReadonlyMap<string, string> = new Map([
  ...inOrder(LATIN, 160),
  ...inOrder(GREEK, 913),
  ...[...SIGNS.matchAll(/([A-Za-z\d]+) ?([^A-Za-z\d ]|\u00A0)/gu)].map(
    ([, name = "", sign = ""]) => [name, sign] as const,
  ),
  ["AMP", "&"],
  ["LT", "<"],
  ["GT", ">"],
  ["QUOT", '"'],
  ["COPY", "©"],
  ["REG", "®"],
]);

/** The oldest names are understood without a semicolon. */
const UNENDED = new Set([
  ...LATIN.split(" "),
  "amp",
  "lt",
  "gt",
  "quot",
  "AMP",
  "LT",
  "GT",
  "QUOT",
  "COPY",
  "REG",
]);

function inOrder(names: string, from: number): readonly (readonly [string, string])[] {
  return names.split(" ").map((name, at) => [name, String.fromCodePoint(from + at)] as const);
}
