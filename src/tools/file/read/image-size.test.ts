import { describe, expect, it } from "vitest";
import { imageSizeOf, type ShowableImage } from "./image-size.ts";

const png = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  uint32be(20),
  uint32be(10),
  Buffer.from("0806000000", "hex"),
  Buffer.from("0000000049454e44ae426082", "hex"),
]);
const gif = Buffer.concat([
  Buffer.from("GIF89a\x14\x00\x0a\x00\x00\x00\x00", "latin1"),
  Buffer.from("2c3b", "hex"),
]);
const jpeg = Buffer.from(
  "ffd8ffe000040000ffc4000400ffffc0000b08000a0014010111ffd9".replaceAll(" ", ""),
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

function uint32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

describe.each<[ShowableImage, Buffer]>([
  ["image/png", png],
  ["image/gif", gif],
  ["image/jpeg", jpeg],
  ["image/webp", webp],
])("%s", (mediaType, bytes) => {
  it("gives the size of a whole picture", () => {
    expect(imageSizeOf(bytes, mediaType)).toEqual({ width: 20, height: 10 });
  });

  it("knows a picture cut off anywhere from a whole one, and never fails", () => {
    // The check sum behind the end of a PNG is all that may be missing.
    const enough = mediaType === "image/png" ? bytes.length - 4 : bytes.length;
    for (let length = 0; length < enough; length += 1) {
      expect(imageSizeOf(bytes.subarray(0, length), mediaType), `${length} bytes`).toBeUndefined();
    }
  });

  it("refuses pictures without extent and foreign bytes", () => {
    expect(imageSizeOf(Buffer.alloc(64), mediaType)).toBeUndefined();
    expect(imageSizeOf(Buffer.alloc(64, 0xff), mediaType)).toBeUndefined();
  });
});
