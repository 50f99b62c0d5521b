/** A text brought into a plain form, and where each of its characters stood. */
export interface FoldedText {
  readonly text: string;
  /** The place in the original of a place in the folded text. */
  readonly placeOf: (at: number) => number;
}

const PLAIN = /^[\t\n\r -~]*$/;

/** A text as a reader takes it in, whatever letters it is written with: small, without marks, look-alikes as what they look like. In a name they always count. */
export function foldText(original: string, isName = false): FoldedText {
  if (PLAIN.test(original)) return { text: original.toLowerCase(), placeOf: (at) => at };
  const places: number[] = [];
  const isLatin =
    isName || (original.match(LATIN) ?? []).length * MOSTLY >= (original.match(OTHER) ?? []).length;
  let text = "";
  let place = 0;
  for (const character of original) {
    const folded = foldCharacter(character, isLatin);
    for (let unit = 0; unit < folded.length; unit += 1) places.push(place);
    text += folded;
    place += character.length;
  }
  return { text, placeOf: (at) => places[at] ?? original.length };
}

const LATIN = /[a-zA-Z]/g;
const OTHER = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu;
/** Where other letters are so many more, they are another language and not a disguise. */
const MOSTLY = 4;

const UNSEEN = /[\p{Cf}\p{M}\p{Variation_Selector}\u{115f}\u{1160}\u{3164}\u{ffa0}]/gu;

function foldCharacter(character: string, isLatin: boolean): string {
  if (character <= "~") return character.toLowerCase();
  const tag = (character.codePointAt(0) ?? 0) - TAGS;
  if (tag >= 0x20 && tag < 0x7f) return String.fromCodePoint(tag).toLowerCase();
  if (WHOLE.test(character)) return character.normalize("NFKC");
  const plain = character.normalize("NFKD").replaceAll(UNSEEN, "").toLowerCase();
  return isLatin ? Array.from(plain, (one) => LOOK_ALIKES.get(one) ?? one).join("") : plain;
}

/** Scripts whose marks make other letters. */
const WHOLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** A block of invisible twins of the ASCII characters. */
const TAGS = 0xe0000;

/** Letters of other scripts, each followed by the Latin letter it is taken for. */
const PAIRS =
  "аaеeоoрpсcхxуyіiјjѕsһhԁdԛqԝwкkмmнhтtвbпnгrαaοoρpνvτtυuιiκkεeηnχxγyβbօoսuհhոnɑaɪiɢgʀrɴnᴏoᴇeᴀaʙbᴄcᴅdꜰfʜhᴊjᴋkʟlᴍmᴘpꜱsᴛtᴜuᴠvᴡwʏyᴢzıiɡg";

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Array.from({ length: PAIRS.length / 2 }, (_, at) => [PAIRS.charAt(at * 2), PAIRS.charAt(at * 2 + 1)]),
);

/** A folded text as bare words: one blank between them, a full stop between sentences. */
export function wordsOf({ text, placeOf }: FoldedText): FoldedText {
  const starts: number[] = [];
  const places: number[] = [];
  let words = "";
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    starts.push(words.length);
    places.push(placeOf(match.index));
    const word = END.test(token) ? "." : token.replaceAll(APOSTROPHE, "");
    words += words === "" ? word : ` ${word}`;
  }
  return { text: words, placeOf: (at) => places[starts.findLastIndex((start) => start <= at)] ?? 0 };
}

/** A word, or what ends a sentence. */
const TOKEN = /[a-z0-9\u0080-\uffff]+(?:['’][a-z]+)*|(?<!\.)[.!?;:](?=\s|$)|\n\s*\n/g;
const END = /^[.!?;:\n]/;
const APOSTROPHE = /['’]/g;

const SPACED = /(?<![a-z0-9])[a-z0-9](?: [a-z0-9](?![a-z0-9])){4,}/g;
const DIGITS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};

/** The same words with spaced-out letters joined and digits read as letters; the words themselves when there are none. */
export function plainerWords(words: string): string {
  if (!/(?<![a-z0-9])[a-z0-9] [a-z0-9] [a-z0-9] |[a-z][013457]|[013457][a-z]/.test(words)) return words;
  return words
    .replaceAll(SPACED, (letters) => letters.replaceAll(" ", ""))
    .replaceAll(/[^ ]+/g, (word) =>
      /[a-z]/.test(word) ? word.replaceAll(/[013457]/g, (digit) => DIGITS[digit] ?? digit) : word,
    );
}

/** The same text with the escapes of programs, pages and addresses read as the characters they stand for. */
export function unescapedText(text: string): string {
  return text.replaceAll(ESCAPE, (escape, ...hex: (string | undefined)[]) => {
    const given = hex.slice(0, ESCAPE_KINDS).find((digits) => digits !== undefined) ?? "";
    const code = Number.parseInt(given, escape.startsWith("&#") && !/^&#x/i.test(escape) ? 10 : 16);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : escape;
  });
}

const ESCAPE = /\\u\{?([0-9a-f]{2,6})\}?|\\x([0-9a-f]{2})|&#x([0-9a-f]{2,6});|&#(\d{2,7});|%([0-9a-f]{2})/gi;
const ESCAPE_KINDS = 5;
