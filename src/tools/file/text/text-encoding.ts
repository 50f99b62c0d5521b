/** Every encoding a text file can be read in and written back in. */
export const TEXT_ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "koi8-r",
  "latin1",
] as const;

/** The name of an encoding that `codecFor` knows. */
export type TextEncodingName = (typeof TEXT_ENCODINGS)[number];

/** How the bytes of a text file are to be read. */
export interface TextEncodingInfo {
  readonly name: TextEncodingName;
  /** How many bytes at the start are a byte order mark: not part of the text, and kept when writing back. */
  readonly bomBytes: number;
  /** False for a guess: a legacy encoding, or the beginning of a file whose rest was not looked at. */
  readonly confident: boolean;
}
