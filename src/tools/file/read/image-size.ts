import { crc32 } from "node:zlib";

/** How large a picture is, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The media types that models can look at. */
export type ShowableImage = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** Tells whether models can look at pictures of this type. */
export function isShowableImage(mediaType: string): mediaType is ShowableImage {
  return Object.hasOwn(READERS, mediaType);
}

/** The size of a picture, or undefined when it is damaged or cut off: one bad picture spoils a whole conversation. */
export function imageSizeOf(bytes: Uint8Array, mediaType: ShowableImage): ImageSize | undefined {
  try {
    const size = READERS[mediaType](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type SizeReader = (bytes: Buffer) => ImageSize | undefined;

/** Each reads past the end of a cut-off file at its peril: that is a `RangeError`. */
const READERS: Readonly<Record<ShowableImage, SizeReader>> = {
  "image/png": pngSize,
  "image/jpeg": jpegSize,
  "image/gif": gifSize,
  "image/webp": webpSize,
};

const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** Walks from chunk to chunk up to the last one; each has a check sum. */
function pngSize(bytes: Buffer): ImageSize | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE) || ascii(bytes, 12, 16) !== "IHDR") return undefined;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let hasPixels = false;
  for (let at = 8; ;) {
    const type = ascii(bytes, at + 4, at + 8);
    const sum = at + 8 + bytes.readUInt32BE(at);
    if (bytes.readUInt32BE(sum) !== crc32(bytes.subarray(at + 4, sum))) return undefined;
    hasPixels ||= type === "IDAT";
    if (type === "IEND") return hasPixels ? size : undefined;
    at = sum + 4;
  }
}

/** Walks from block to block up to the end mark. */
function gifSize(bytes: Buffer): ImageSize | undefined {
  if (!/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return undefined;
  let hasPixels = false;
  for (let at = 13 + colourBytes(bytes.readUInt8(10)); ;) {
    switch (bytes.readUInt8(at)) {
      case GIF_EXTENSION:
        at = afterParts(bytes, at + 2);
        break;
      case GIF_IMAGE:
        at = afterParts(bytes, at + 11 + colourBytes(bytes.readUInt8(at + 9)));
        hasPixels = true;
        break;
      case GIF_END:
        return hasPixels ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } : undefined;
      default:
        return undefined;
    }
  }
}

const GIF_EXTENSION = 0x21;
const GIF_IMAGE = 0x2c;
const GIF_END = 0x3b;

function colourBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** Data comes in parts with their lengths before them, up to an empty one. */
function afterParts(bytes: Buffer, start: number): number {
  let at = start;
  while (bytes.readUInt8(at) > 0) at += 1 + bytes.readUInt8(at);
  return at + 1;
}

/** Walks from segment to segment up to the pixels; an end mark before them belongs to a thumbnail. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let size: ImageSize | undefined;
  for (let at = 2; bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === JPEG_PIXELS) return bytes.lastIndexOf(JPEG_END) > at ? size : undefined;
    if (isFrame(marker)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

const JPEG_PIXELS = 0xda;
const JPEG_END = Buffer.from("ffd9", "hex");

/** C4, C8 and CC share the frames' numbers but are tables and extensions. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function webpSize(bytes: Buffer): ImageSize | undefined {
  const isWebp = ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP";
  if (!isWebp || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  switch (ascii(bytes, 12, 16)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function ascii(bytes: Buffer, from: number, to: number): string {
  return bytes.toString("latin1", from, to);
}
