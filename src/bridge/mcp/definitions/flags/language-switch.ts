import type { Sentence } from "./sentences-of.ts";

/** The first sentence in another language than English, where there are sentences in English too: who reads the one skips the other. */
export function languageSwitch(sentences: readonly Sentence[]): Sentence | undefined {
  const other = sentences.find(isOther);
  return other !== undefined && sentences.some(isEnglish) ? other : undefined;
}

function isEnglish({ words }: Sentence): boolean {
  return countIn(words, ENGLISH) > 0;
}

function isOther({ words }: Sentence): boolean {
  if ((words.match(OTHER_SCRIPT) ?? []).length >= FEW_SIGNS) return true;
  const most = Math.max(...OTHERS.map((language) => countIn(words, language)));
  return most >= FEW_WORDS && most > countIn(words, ENGLISH);
}

/** So many are more than a name or an example. */
const FEW_SIGNS = 8;
const FEW_WORDS = 4;

const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/gu;

const ENGLISH = wordSet("the a an of to is are and or in for by with from returns lists gets this that your");

/** Small words of the languages that are written like English. */
const OTHERS: readonly ReadonlySet<string>[] = [
  wordSet(
    "der die das und ist nicht wenn dem den ein eine mit fur auf werden wird soll alle diese dieses nach jeder bitte ohne vor zu",
  ),
  wordSet(
    "le la les des une est pas sans avec pour dans cet cette avant chaque vous doit tous tout par sur aux et que de",
  ),
  wordSet(
    "el los las una es no con para en antes de cualquier debes que del por sin este esta todos cada y al su",
  ),
  wordSet("il lo gli una non con per prima ogni deve che della senza questo questa di e le nel tutti"),
  wordSet("os as uma nao com para antes cada deve que da do sem este esta todos e no em ao"),
  wordSet("de het een en niet met voor op alle deze elke zonder moet naar van aan dat wordt"),
];

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** How many of these words there are, each counted once. */
function countIn(words: string, known: ReadonlySet<string>): number {
  return new Set(words.split(" ").filter((word) => known.has(word))).size;
}
