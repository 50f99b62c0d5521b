/* oxlint-disable no-control-regex -- signatures are made of such bytes */

/** What the first bytes of a file say it is, when it is not text. */
export type Magic =
  | { readonly kind: "image"; readonly mediaType: string }
  | { readonly kind: "pdf" }
  | { readonly kind: "binary"; readonly what: string };

/** Recognises files by their first bytes; undefined where none of the known signatures fits. */
export function magicOf(bytes: Uint8Array): Magic | undefined {
  // latin1 turns each byte into the character of the same number, so signatures read as strings.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES)).toString(
    "latin1",
  );
  return SIGNATURES.find(([pattern]) => pattern.test(head))?.[1](head);
}

const HEAD_BYTES = 4096;

type Signature = readonly [RegExp, (head: string) => Magic];

/** Signatures made of letters only are paired with a byte that no text would have there. */
const SIGNATURES: readonly Signature[] = [
  image(/^\x89PNG\r\n\x1A\n/, "image/png"),
  image(/^\xFF\xD8\xFF/, "image/jpeg"),
  image(/^GIF8[79]a[^]*\0/, "image/gif"),
  image(/^RIFF[^]{4}WEBP/, "image/webp"),
  image(/^BM[^]{4}\0{4}[^]{4}[\x0C\x28\x34\x38\x40\x6C\x7C]\0{3}/, "image/bmp"),
  image(/^(?:II\*\0|MM\0\*)/, "image/tiff"),
  image(/^\0\0\x01\0[^\0]\0/, "image/x-icon"),
  image(/^\0[^]{3}ftypavi[fs]/, "image/avif"),
  image(/^\0[^]{3}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/, "image/heic"),
  image(/^\0{3}\x0CJXL /, "image/jxl"),
  [/^%PDF-/, () => ({ kind: "pdf" })],
  [/^PK(?:\x03\x04|\x05\x06)/, (head) => ({ kind: "binary", what: zipFlavour(head) })],
  binary(/^\x1F\x8B\x08/, "gzip archive"),
  binary(/^BZh[1-9](?:1AY&SY|\x17rE8P\x90)/, "bzip2 archive"),
  binary(/^\xFD7zXZ\0/, "xz archive"),
  binary(/^\x28\xB5\x2F\xFD/, "zstd archive"),
  binary(/^\x04\x22\x4D\x18/, "lz4 archive"),
  binary(/^7z\xBC\xAF\x27\x1C/, "7z archive"),
  binary(/^Rar!\x1A\x07/, "RAR archive"),
  binary(/^[^]{257}ustar[\0 ]/, "tar archive"),
  binary(/^!<arch>\n/, "static library or Debian package"),
  binary(/^\x7FELF/, "ELF executable"),
  binary(/^MZ[^]{0,62}\0/, "Windows executable"),
  binary(/^(?:\xFE\xED\xFA[\xCE\xCF]|[\xCE\xCF]\xFA\xED\xFE)/, "Mach-O executable"),
  binary(/^\xCA\xFE\xBA\xBE\0\0\0[\x01-\x2C]/, "Mach-O universal executable"),
  binary(/^\xCA\xFE\xBA\xBE/, "Java class file"),
  binary(/^\0asm/, "WebAssembly module"),
  binary(/^SQLite format 3\0/, "SQLite database"),
  binary(/^\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1/, "old Microsoft Office document"),
  binary(/^(?:ID3[\x02-\x04]|\xFF[\xF2\xF3\xFA\xFB][\x10-\xEF])/, "MP3 audio"),
  binary(/^OggS\0/, "Ogg audio or video"),
  binary(/^fLaC[\0\x80]/, "FLAC audio"),
  binary(/^RIFF[^]{4}WAVE/, "WAV audio"),
  binary(/^RIFF[^]{4}AVI /, "AVI video"),
  binary(/^\x1A\x45\xDF\xA3/, "Matroska or WebM video"),
  binary(/^\0[^]{3}ftyp/, "MP4 or QuickTime media"),
  binary(/^(?:\0\x01\0\0\0|OTTO\0|true\0|ttcf\0)/, "font"),
  binary(/^wOF[F2](?:\0\x01\0\0|OTTO|true)/, "web font"),
  binary(/^PACK\0\0\0[\x02\x03]/, "git pack"),
  binary(/^DIRC\0\0\0[\x02-\x04]/, "git index"),
  binary(/^PAR1\x15/, "Parquet table"),
];

function image(pattern: RegExp, mediaType: string): Signature {
  return [pattern, () => ({ kind: "image", mediaType })];
}

function binary(pattern: RegExp, what: string): Signature {
  return [pattern, () => ({ kind: "binary", what })];
}

/** The names of the first entries stand readable in the head of an archive. */
function zipFlavour(head: string): string {
  if (head.includes("mimetypeapplication/epub+zip")) return "EPUB book (zip archive)";
  if (head.includes("mimetypeapplication/vnd.oasis")) return "OpenDocument file (zip archive)";
  if (head.includes("[Content_Types].xml")) {
    if (head.includes("word/")) return "Word document (zip archive)";
    if (head.includes("xl/")) return "Excel workbook (zip archive)";
    if (head.includes("ppt/")) return "PowerPoint presentation (zip archive)";
    return "Office document (zip archive)";
  }
  return head.includes("META-INF/") ? "Java archive (zip archive)" : "zip archive";
}
