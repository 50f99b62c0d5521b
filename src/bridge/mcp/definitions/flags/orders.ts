import type { Finding } from "./flag.ts";
import { type FoldedText, plainerWords, wordsOf } from "./folded-text.ts";
import { FOREIGN_ORDERS } from "./foreign-orders.ts";
import { ORDER_PHRASES } from "./order-phrases.ts";
import { handsOver } from "./private-things.ts";

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
  const plainer = plainerWords(words.text);
  const isDisguised =
    plainer !== words.text && (orderIn(plainer) !== undefined || SQUEEZED.test(plainer.replaceAll(" ", "")));
  return isDisguised ? [foundAt(0)] : [];
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
    if (phrases.some((phrase) => phrase.test(sentence)) && !isForbidden(words, index, word)) return index;
  }
  return undefined;
}

const LONGEST = 300;

/** What must not be done without asking is done with asking. */
function isForbidden(words: string, index: number, word: string): boolean {
  if (word !== "without") return false;
  const before = words.slice(Math.max(0, index - LONGEST), index);
  return /(?:^| )(?:never|not|dont|cannot|cant|mustnt|shouldnt)(?: [^ .]+)* $/.test(before);
}

const BEGINNINGS = ORDER_PHRASES.flatMap(({ first, rest }) =>
  first.split("|").map((start) => ({
    word: start.replace(/ .*/, ""),
    phrase: new RegExp(`^${start} ${rest}`),
  })),
);

/** Most words begin no order at all, so a text is not searched for each of them. */
const BY_FIRST_WORD: ReadonlyMap<string, readonly RegExp[]> = new Map(
  BEGINNINGS.map(({ word }) => [
    word,
    BEGINNINGS.filter((other) => other.word === word).map(({ phrase }) => phrase),
  ]),
);

const SQUEEZED =
  /(?:ignore|disregard|forget)(?:all|any|the|your|my|every)*(?:previous|prior|above|earlier)(?:instruction|prompt|rule|message)|donot(?:tell|inform|mention)/;

const ADDRESS = /https?:|@|\+\d/;
const PLACE = String.raw`(?:https?:\/\/(?!(?:[\w-]+\.)*(?:example|localhost))|[\w.+-]{1,60}@(?!(?:[\w-]+\.)*example\b)[\w-]{1,60}\.[a-z]{2,}|\+\d[\d -]{7,})`;

/** Something is to be sent to an address that the definition itself brings along. */
const SENT_AWAY = new RegExp(
  String.raw`\b(?:send|post|email|mail|forward|upload|transmit|exfiltrate|report|submit|copy|bcc|cc|deliver|leak|push)\b(?:(?!\.\s)[^!?\n]){0,120}?\b(?:to|at|via)\s(?:the (?:url|address|endpoint|server|webhook) )?[^\w\s+]{0,2}${PLACE}`,
);

const REDIRECTED = new RegExp(
  String.raw`\b(?:change|replace|modify|alter|swap|redirect|rewrite|substitute|set|add)\b[^.!?\n]{0,60}\b(?:recipients?|addressee|destination|bcc|cc|payee|account|phone number|number|address|iban)\b[^.!?\n]{0,60}${PLACE}`,
);
