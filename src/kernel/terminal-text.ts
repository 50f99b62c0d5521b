const ESC = String.fromCharCode(0x1b);
const BEL = String.fromCharCode(0x07);
const CSI = String.fromCharCode(0x9b);
const ST = String.fromCharCode(0x9c);
const STRINGS = [0x90, 0x98, 0x9d, 0x9e, 0x9f].map((code) => String.fromCharCode(code)).join("");

/** Escape sequences of terminals: strings (OSC, DCS, APC, PM, SOS, a window's title), CSI, two-character ones, in 7 and 8 bits. */
const SEQUENCES = new RegExp(
  [
    `(?:${ESC}[PX\\]^_]|[${STRINGS}])[^${ESC}${BEL}${ST}]*(?:${BEL}|${ST}|${ESC}\\\\|$)`,
    `${ESC}k[^${ESC}${BEL}${ST}\n]*(?:${ST}|${ESC}\\\\)`,
    `(?:${ESC}\\[|${CSI})[0-?]*[ -/]*[@-~]?`,
    `${ESC}[ -/]*[0-~]?`,
  ].join("|"),
  "g",
);

/** Control characters other than tab, line feed and carriage return. */
const CONTROLS = new RegExp(
  `[${["\\u0000-\\u0008", "\\u000b\\u000c", "\\u000e-\\u001f", "\\u007f-\\u009f"].join("")}]`,
  "g",
);

const MAY_HOLD = new RegExp(CONTROLS.source);

/** Characters a person cannot see, or that change the order of those they can. */
const INVISIBLE =
  /[\p{Cf}\p{Zl}\p{Zp}\u{115f}\u{1160}\u{3164}\u{ffa0}]|\p{Variation_Selector}|\u{034f}|\u{17b4}|\u{17b5}/gu;

/** Tells whether a text holds anything that `stripTerminalEscapes` would take out. */
export function holdsTerminalEscapes(text: string): boolean {
  return text !== "" && MAY_HOLD.test(text);
}

/** Takes terminal escape sequences and stray control characters out of a text. */
export function stripTerminalEscapes(text: string): string {
  if (!holdsTerminalEscapes(text)) return text;
  return text.replaceAll(SEQUENCES, "").replaceAll(CONTROLS, "");
}

/** Makes invisible and direction-changing characters visible, for showing a text to a person. */
export function showInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) => `<U+${hex(character)}>`);
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
