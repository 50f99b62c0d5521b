import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { fromPosition } from "../arguments/word.ts";

/** Places that the arguments of a program of the project name, whose meaning only that program knows: operands are looked at, values of options perhaps written. */
export function placesGiven(args: readonly Word[]): ProgramFacts {
  const operands = args.filter((word, at) => isOperand(word) && !isOption(args[at - 1]));
  const followers = args.filter((word, at) => isOperand(word) && isOption(args[at - 1]));
  const attached = args.flatMap(valueOf);
  return {
    reads: [...operands, ...followers].filter((word) => word.text === undefined || isPlace(word)),
    writes: [...followers, ...attached].filter((word) => isPlace(word) && isWeighty(word)),
    ...(operands.some(isAddress) && { network: operands.filter(isAddress) }),
  };
}

function isAddress({ text }: Word): boolean {
  return /^(?:https?|wss?|ftp|ssh|git):\/\/(?!(?:localhost|127\.0\.0\.1)(?:[:/]|$))/i.test(text ?? "");
}

function isOption(word: Word | undefined): boolean {
  return word?.text !== undefined && /^-[^=]*$/.test(word.text) && word.text !== "--";
}

function isOperand({ text, source }: Word): boolean {
  return !(text ?? source).startsWith("-");
}

function valueOf(word: Word): readonly Word[] {
  const match = /^--?[\w.-]+=|^-[a-z](?=[~/])/i.exec(word.text ?? "");
  return match === null ? [] : [fromPosition(word, match[0].length)];
}

/** A word that can only be a place, or the name of one that matters. */
function isPlace({ text }: Word): boolean {
  return text !== undefined && !text.includes("://") && /^[~/.]|\/|\.[a-z]+$/i.test(text) && text !== ".";
}

/** Places of the workspace may be written anyway, apart from what is behind a dot. */
function isWeighty({ text }: Word): boolean {
  return (
    text !== undefined &&
    (/^[~/]/.test(text) || /(?:^|\/)\.\.(?:\/|$)/.test(text) || /(?:^|\/)\.git(?:\/|$)/.test(text))
  );
}
