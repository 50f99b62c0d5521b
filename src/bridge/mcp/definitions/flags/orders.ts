import type { Finding } from "./flag.ts";
import { type FoldedText, foldText, plainerWords, unescapedText, wordsOf } from "./folded-text.ts";
import { FOREIGN_ORDERS } from "./foreign-orders.ts";
import { ORDER_PHRASES } from "./order-phrases.ts";
import { handsOver } from "./private-things.ts";
import { steering } from "./steering.ts";

/** Sentences that order a model about rather than describe a tool. */
export function orders(folded: FoldedText): readonly Finding[] {
  const words = wordsOf(folded);
  const at = orderIn(words.text) ?? FOREIGN_ORDERS.exec(words.text)?.index;
  const place = at === undefined ? handsOver(folded, words) : words.placeOf(at);
  if (place !== undefined) return [foundAt(place)];
  const sent = ADDRESS.test(folded.text)
    ? (SENT_AWAY.exec(folded.text) ?? REDIRECTED.exec(folded.text))
    : null;
  if (sent !== null) return [foundAt(folded.placeOf(sent.index))];
  return isDisguised(folded.text, words.text) ? [foundAt(0)] : steering(folded);
}

/** Tells whether an order shows once spaced letters, digits for letters or escapes are read as what they stand for. */
function isDisguised(text: string, words: string): boolean {
  const plainer = plainerWords(words);
  if (plainer !== words && (orderIn(plainer) !== undefined || SQUEEZED.test(plainer.replaceAll(" ", ""))))
    return true;
  const decoded = unescapedText(text);
  return decoded !== text && orderIn(wordsOf(foldText(decoded)).text) !== undefined;
}

function foundAt(at: number): Finding {
  return { kind: "order-to-model", at, length: 0 };
}

/** Where one of the phrases begins. */
function orderIn(words: string): number | undefined {
  for (const { index, 0: word } of words.matchAll(/[^ ]+/g)) {
    const phrases = BY_FIRST_WORD.get(word);
    if (phrases === undefined) continue;
    const sentence = words.slice(index, index + LONGEST);
    const meant = phrases.find(({ phrase }) => phrase.test(sentence));
    const isFine = meant === undefined || (meant.unlessForbidden && isForbidden(words, index));
    if (!isFine) return index;
  }
  return undefined;
}

const LONGEST = 300;

/** Tells whether the sentence says before that it must not be done. */
function isForbidden(words: string, index: number): boolean {
  const before = words.slice(Math.max(0, index - LONGEST), index);
  return /(?:^| )(?:never|not|dont|cannot|cant|mustnt|shouldnt)(?: [^ .]+)* $/.test(before);
}

interface Beginning {
  readonly word: string;
  readonly phrase: RegExp;
  readonly unlessForbidden: boolean;
}

const BEGINNINGS: readonly Beginning[] = ORDER_PHRASES.flatMap(({ first, rest, unlessForbidden = false }) =>
  first.split("|").map((start) => ({
    word: start.replace(/ .*/, ""),
    phrase: new RegExp(`^${start} ${rest}`),
    unlessForbidden,
  })),
);

/** Most words begin no order at all, so a text is not searched for each of them. */
const BY_FIRST_WORD: ReadonlyMap<string, readonly Beginning[]> = new Map(
  BEGINNINGS.map(({ word }) => [word, BEGINNINGS.filter((other) => other.word === word)]),
);

const SQUEEZED =
  /(?:ignore|disregard|forget)(?:all|any|the|your|my|every)*(?:previous|prior|above|earlier)(?:instruction|prompt|rule|message)|donot(?:tell|inform|mention)/;

const ADDRESS = /https?:|@|\+\d/;
const PLACE = String.raw`(?:https?:\/\/(?!(?:www\.)?example\.(?:com|org|net)\b|localhost\b)|[\w.+-]{1,60}@(?!example\.(?:com|org|net)\b)[\w-]{1,60}\.[a-z]{2,}|\+\d[\d -]{7,})`;

/** Something is to be sent to an address that the definition itself brings along. */
const SENT_AWAY = new RegExp(
  String.raw`\b(?:send|post|email|mail|forward|upload|transmit|exfiltrate|report|submit|copy|bcc|cc|deliver|leak|push)\b(?:(?!\.\s)[^!?\n]){0,120}?\b(?:to|at|via)\s(?:the (?:url|address|endpoint|server|webhook) )?[^\w\s+]{0,2}${PLACE}`,
);

const REDIRECTED = new RegExp(
  String.raw`\b(?:change|replace|modify|alter|swap|redirect|rewrite|substitute|set|add)\b[^.!?\n]{0,60}\b(?:recipients?|addressee|destination|bcc|cc|payee|account|phone number|number|address|iban)\b[^.!?\n]{0,60}${PLACE}`,
);
