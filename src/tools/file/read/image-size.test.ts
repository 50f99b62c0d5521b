import { describe, expect, it } from "vitest";
import { png } from "../../../../test/png.ts";
import { imageSizeOf, type ShowableImage } from "./image-size.ts";

const gif = Buffer.concat([
  Buffer.from("GIF89a\x14\x00\x0a\x00\x80\x00\x00", "latin1"),
  Buffer.from("000000ffffff", "hex"),
  Buffer.from("21fe033b3b3b00", "hex"),
  Buffer.from("2c0000000014000a000002024401003b", "hex"),
]);
/** Its first segment holds what looks like an end. */
const jpeg = Buffer.from(
  "ffd8ffe00006ffd9ffd9ffc4000400ffffc0000b08000a001401011100ffda0003001234ffd9",
  "hex",
);
const webp = (() => {
  const body = Buffer.concat([
    Buffer.from("WEBPVP8X", "latin1"),
    Buffer.from("0a00000000000000130000090000", "hex"),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("RIFF"), size, body]);
})();

describe.each<[ShowableImage, Buffer]>([
  ["image/png", png(20, 10)],
  ["image/gif", gif],
  ["image/jpeg", jpeg],
  ["image/webp", webp],
])("%s", (mediaType, bytes) => {
  it("gives the size of a whole picture", () => {
    expect(imageSizeOf(bytes, mediaType)).toEqual({ width: 20, height: 10 });
  });

  it("knows a picture cut off anywhere from a whole one, and never fails", () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(imageSizeOf(bytes.subarray(0, length), mediaType), `${length} bytes`).toBeUndefined();
    }
  });

  it("refuses pictures without extent and foreign bytes", () => {
    expect(imageSizeOf(Buffer.alloc(64), mediaType)).toBeUndefined();
    expect(imageSizeOf(Buffer.alloc(64, 0xff), mediaType)).toBeUndefined();
  });
});

it("knows a PNG that was damaged inside", () => {
  const bytes = png(20, 10);
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes);
    damaged[at]! ^= 1;
    expect(imageSizeOf(damaged, "image/png"), `byte ${at}`).toBeUndefined();
  }
});
