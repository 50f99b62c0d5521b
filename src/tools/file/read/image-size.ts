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

function pngSize(bytes: Buffer): ImageSize | undefined {
  const isPng = bytes.subarray(0, 8).equals(PNG_SIGNATURE) && ascii(bytes, 12, 16) === "IHDR";
  if (!isPng || bytes.lastIndexOf("IEND", undefined, "latin1") === -1) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): ImageSize | undefined {
  const isGif = /^GIF8[79]a$/.test(ascii(bytes, 0, 6));
  if (!isGif || bytes.lastIndexOf(0x3b) < 13) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Walks from segment to segment up to the one that describes the frame. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.lastIndexOf(JPEG_END) === -1) return undefined;
  for (let at = 2; bytes[at] === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

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
