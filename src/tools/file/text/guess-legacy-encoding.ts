import { codecFor } from "./codec-for.ts";
import { COMMON_CHARACTERS } from "./common-characters.ts";
import type { TextEncodingName } from "./text-encoding.ts";

const SAMPLE_BYTES = 16_384;
const PLAIN_LEAD = 512;
const LEAST_PLAUSIBLE = 0.2;
const MOST_BROKEN = 0.01;
/** A character cut off at the end of a sample may read as this many. */
const LONGEST_CUT = 4;
const FOREIGN = /[\u0080-\u{10FFFF}]/gu;

/** Guesses the encoding of text that is not Unicode from a file's bytes, or from its first ones. */
export async function guessLegacyEncoding(
  bytes: Uint8Array,
  options: { readonly complete: boolean },
): Promise<TextEncodingName> {
  const { sample, isCut } = sampleOf(bytes, options.complete);
  const opinions = await statisticalOpinions(sample);
  const scores = new Map<TextEncodingName, number>();
  for (const [name, common] of COMMON_CHARACTERS) {
    const text = (await codecFor(name)).decode(sample);
    if (isBroken(isCut ? text.slice(0, -LONGEST_CUT) : text)) continue;
    const opinion = (opinions.get(name) ?? 0) / 200;
    scores.set(name, plausibility(text, name, common) + opinion + (name === MOST_LIKELY ? HEAD_START : 0));
  }
  const [best] = [...scores].toSorted(([, a], [, b]) => b - a);
  if (best && best[1] >= LEAST_PLAUSIBLE) return best[0];
  return scores.has(MOST_LIKELY) ? MOST_LIKELY : "latin1";
}

/** A few accented letters are common to many Latin sets; most such files are Western. */
const MOST_LIKELY = "windows-1252";
const HEAD_START = 0.1;

/** Starts shortly before the first byte that is not ASCII: everything before it reads the same in any encoding. */
function sampleOf(bytes: Uint8Array, complete: boolean): { sample: Uint8Array; isCut: boolean } {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first - PLAIN_LEAD);
  const end = start + SAMPLE_BYTES;
  return { sample: bytes.subarray(start, end), isCut: !complete || end < bytes.length };
}

/** What the statistics of chardet say, from 0 to 100; they are strong on long texts and silent on short ones. */
async function statisticalOpinions(sample: Uint8Array): Promise<Map<TextEncodingName, number>> {
  const { analyse } = await import("chardet");
  const opinions = new Map<TextEncodingName, number>();
  for (const { name, confidence } of analyse(sample)) {
    const known = FAMILIES[name];
    if (known) opinions.set(known, Math.max(confidence, opinions.get(known) ?? 0));
  }
  return opinions;
}

/** Each ISO set is read as the Windows set that files of today use in its place. */
const FAMILIES: Readonly<Record<string, TextEncodingName>> = {
  GB18030: "gb18030",
  Big5: "big5",
  Shift_JIS: "shift_jis",
  "EUC-JP": "euc-jp",
  "EUC-KR": "euc-kr",
  "KOI8-R": "koi8-r",
  "ISO-8859-1": "windows-1252",
  "ISO-8859-2": "windows-1250",
  "ISO-8859-5": "windows-1251",
  "ISO-8859-7": "windows-1253",
  "ISO-8859-8": "windows-1255",
  "ISO-8859-9": "windows-1254",
  "windows-1250": "windows-1250",
  "windows-1251": "windows-1251",
  "windows-1252": "windows-1252",
  "windows-1253": "windows-1253",
  "windows-1254": "windows-1254",
  "windows-1255": "windows-1255",
  "windows-1256": "windows-1256",
};

/** A few broken bytes are damage; more of them, or C1 controls, are the sign of a wrong encoding. */
function isBroken(text: string): boolean {
  return count(text, /[\uFFFD\u0080-\u009F]/gu) > count(text, FOREIGN) * MOST_BROKEN;
}

/** From 1 for text made of common characters in their usual places down to -1 for none of them. */
function plausibility(text: string, name: TextEncodingName, common: RegExp): number {
  const foreign = count(text, FOREIGN);
  const familiar = count(text, common);
  if (foreign === 0) return 0;
  if (isEastAsian(name)) return familiar / foreign;
  const misplaced = isLatin(name) ? count(text, IN_FOREIGN_WORD) : count(text, MISPLACED_LETTER);
  return (2 * familiar - foreign - 2 * misplaced) / foreign;
}

/** Accented letters of Latin scripts stand among plain ones, letters of other scripts never do; some Hebrew ones end words. */
const IN_FOREIGN_WORD = /(?<=[^\P{L}A-Za-z]{2})[^\P{L}A-Za-z]/gu;
const MISPLACED_LETTER = /(?<=[A-Za-z])[^\P{L}A-Za-z]|[^\P{L}A-Za-z](?=[A-Za-z])|[ךםןףץ](?=[א-ת])/gu;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function isEastAsian(name: TextEncodingName): boolean {
  return !name.startsWith("windows-") && name !== "koi8-r";
}

function isLatin(name: TextEncodingName): boolean {
  return name === "windows-1252" || name === "windows-1250" || name === "windows-1254";
}
