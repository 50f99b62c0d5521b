import {
  blocksResult,
  digestOf,
  Fault,
  type FsFile,
  type ImageBlock,
  type ToolResult,
} from "../../../kernel/index.ts";
import { type ImageSize, imageSizeOf, isShowableImage } from "./image-size.ts";

/** The most bytes a picture may have: 5 MiB as base64, beyond which providers refuse the whole conversation. */
const MOST_IMAGE_BYTES = (5 * 1024 * 1024 * 3) / 4;

const MOST_PIXELS_A_SIDE = 8000;

/** Shows a picture, after making sure that it is one. */
export async function readImage(file: FsFile, mediaType: string, path: string): Promise<ToolResult> {
  const what = `${nameOf(mediaType)} image, ${file.size} bytes`;
  if (!isShowableImage(mediaType)) {
    throw refusal(`${path}: ${what}, which cannot be shown.`, "Convert it to PNG, JPEG, GIF or WebP first.");
  }
  if (file.size > MOST_IMAGE_BYTES) {
    throw refusal(
      `${path}: ${what}, too large to show; the limit is ${MOST_IMAGE_BYTES} bytes.`,
      "Make a smaller copy and read that.",
    );
  }
  const bytes = await file.read(0, file.size);
  const size = imageSizeOf(bytes, mediaType);
  if (size === undefined) {
    throw refusal(`${path}: ${what}, damaged or cut off.`, "It is not shown; restore the file.");
  }
  if (isTooWide(size)) {
    throw refusal(
      `${path}: ${what}, ${size.width}×${size.height}; no side may be over ${MOST_PIXELS_A_SIDE} pixels.`,
      "Make a smaller copy and read that.",
    );
  }
  const digest = digestOf(bytes);
  const seen = [{ start: 0, end: bytes.length, digest }];
  return blocksResult(
    [
      {
        kind: "text",
        text: `${path}: ${nameOf(mediaType)} image, ${size.width}×${size.height}, ${file.size} bytes`,
      },
      imageBlock(bytes, mediaType),
    ],
    { evidence: [{ path: file.path, identity: file.identity, whole: digest, ranges: seen }] },
  );
}

/** A picture as a block, or undefined when it had better not be shown. */
export function tryImageBlock(bytes: Uint8Array, mediaType: string): ImageBlock | undefined {
  if (!isShowableImage(mediaType) || bytes.length > MOST_IMAGE_BYTES) return undefined;
  const size = imageSizeOf(bytes, mediaType);
  return size === undefined || isTooWide(size) ? undefined : imageBlock(bytes, mediaType);
}

function imageBlock(bytes: Uint8Array, mediaType: string): ImageBlock {
  return { kind: "image", mediaType, data: Buffer.from(bytes).toString("base64") };
}

function isTooWide({ width, height }: ImageSize): boolean {
  return Math.max(width, height) > MOST_PIXELS_A_SIDE;
}

/** `image/png` → `PNG`. */
function nameOf(mediaType: string): string {
  return mediaType.replace(/^image\/(?:x-)?/, "").toUpperCase();
}

function refusal(message: string, hint: string): Fault {
  return new Fault("tool_error", message, { hint });
}
