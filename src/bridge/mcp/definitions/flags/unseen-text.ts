import { type Finding, found } from "./flag.ts";

/** What a person does not see, or not where it stands: invisible characters, controls, blanks that push text away. */
export function unseenText(text: string): readonly Finding[] {
  if (text.length < SHORTEST && PLAIN.test(text)) return [];
  return [
    ...found("invisible-text", INVISIBLE.exec(withoutEmoji(text))),
    ...found("control-characters", CONTROLS.exec(text)),
    ...found("blank-run", BLANK_RUN.exec(text) ?? PADDING.exec(text)),
  ];
}

const PLAIN = /^[\n -~]*$/;
const SHORTEST = 10;
const LONG_RUN = 80;

const INVISIBLE =
  /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Variation_Selector}\u{034f}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{2800}\u{3164}\u{ffa0}]/u;

/** An ESC begins a terminal sequence; a lone carriage return writes over the line before it. */
const CONTROLS = new RegExp(
  `[${["\\u0000-\\u0008", "\\u000b\\u000c", "\\u000e-\\u001f", "\\u007f-\\u009f"].join("")}]|\\r(?!\\n)`,
  "u",
);

/** So many blanks, or line ends with only blanks between them, that what follows is out of sight. */
const BLANK_RUN = new RegExp(`[\\s\\u2800]{${LONG_RUN},}|(?:\\r?\\n[^\\S\\r\\n]*){10,}`, "u");

/** The same few characters again and again. */
const PADDING = /(.{1,4}?)\1{200,}|((?:\n.?){1,2}?)\2{20,}/su;

const PICTOGRAPH = String.raw`\p{Extended_Pictographic}\u{fe0f}?\p{Emoji_Modifier}?`;
const EMOJI = new RegExp(
  `${PICTOGRAPH}(?:\\u{200d}${PICTOGRAPH})*|[0-9#*]\\u{fe0f}\\u{20e3}|(?<=\\p{Emoji})[\\u{fe0e}\\u{fe0f}](?!\\p{Variation_Selector})`,
  "gu",
);

/** Joiners that belong to the spelling of a word. */
const JOINERS =
  /(?<=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])/gu;

/** The same text, place by place, with blanks for what is part of a picture or a word. */
function withoutEmoji(text: string): string {
  return text.replaceAll(EMOJI, blanks).replaceAll(JOINERS, blanks);
}

function blanks(part: string): string {
  return " ".repeat(part.length);
}
