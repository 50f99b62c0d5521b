import type { RemoteDefinition } from "../../../../ledger/index.ts";
import { MOST_OF_ONE } from "../schema/text-room.ts";
import { asksForSecret } from "./asks-for-secret.ts";
import { disguisedLetters } from "./disguised-letters.ts";
import { encodedText } from "./encoded-text.ts";
import { excerptOf, type Finding, type Flag } from "./flag.ts";
import { type FoldedText, foldText } from "./folded-text.ts";
import { hiddenMarkup } from "./hidden-markup.ts";
import { linkedText } from "./linked-text.ts";
import { orders } from "./orders.ts";
import { type FoundString, isOneWord, pointerTo, stepsTo, stringsIn } from "./strings-in.ts";
import { unseenText } from "./unseen-text.ts";

const MOST_FLAGS = 20;

/** What is suspicious about a definition whoever else is there, in every text of it: descriptions, names, values, annotations. */
export function flagsOf(definition: RemoteDefinition, server: string): readonly Flag[] {
  const flags: Flag[] = [];
  for (const one of stringsIn(definition)) {
    for (const finding of findingsIn(one, server)) {
      flags.push({ kind: finding.kind, where: pointerTo(one.place), excerpt: excerptOf(one.text, finding) });
      if (flags.length >= MOST_FLAGS) return flags;
    }
  }
  return flags;
}

/** What is suspicious about what a server would tell the model about itself. */
export function flagsOfInstructions(instructions: string, server: string): readonly Flag[] {
  const findings = findingsIn({ text: instructions, isName: false, place: { step: "" } }, server);
  return findings.map((finding) => ({
    kind: finding.kind,
    where: "",
    excerpt: excerptOf(instructions, finding),
  }));
}

function findingsIn(one: FoundString, server: string): readonly Finding[] {
  const { text } = one;
  const asking = isParameter(one) ? asksForSecret(text, server) : [];
  if (isOneWord(text)) return asking;
  const folded = foldText(text);
  const isAName = one.isName || one.place.step === "name";
  return [
    ...unseenText(text),
    ...disguisedLetters(text, isAName),
    ...(isPicture(one) ? pictureText(text) : [...encodedText(text), ...linkedText(text)]),
    ...hiddenMarkup(folded.text).map((finding) => unfolded(finding, folded)),
    ...orders(folded),
    ...asking,
    ...(text.length > MOST_OF_ONE ? [{ kind: "long-text", at: text.length, length: 0 } as const] : []),
  ];
}

function unfolded(finding: Finding, { placeOf }: FoldedText): Finding {
  return { ...finding, at: placeOf(finding.at) };
}

function isParameter({ isName, place }: FoundString): boolean {
  return isName && place.before?.step === "properties" && stepsTo(place)[0] !== "outputSchema";
}

/** An icon may be spelled out, and may be fetched by its version or size. */
function pictureText(text: string): readonly Finding[] {
  return /^data:|\?(?:v|ver|version|s|size|w|h)=[\w.-]{1,16}$/.test(text) ? [] : linkedText(text);
}

function isPicture({ place }: FoundString): boolean {
  return place.step === "src" && stepsTo(place)[0] === "icons";
}
