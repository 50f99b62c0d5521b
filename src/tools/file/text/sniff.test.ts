import { describe, expect, it } from "vitest";
import { sniff } from "./sniff.ts";

const WHOLE = { complete: true };

describe("sniff", () => {
  it("takes text for text, with its encoding", async () => {
    const utf8 = { name: "utf-8", bomBytes: 0, confident: true };
    expect(await sniff(Buffer.from("hello\n"), WHOLE)).toEqual({ kind: "text", encoding: utf8 });
    expect(await sniff(new Uint8Array(), WHOLE)).toEqual({ kind: "text", encoding: utf8 });
    expect(await sniff(Buffer.from("\u001B[31mred\u001B[0m\u0007\n"), WHOLE)).toMatchObject({ kind: "text" });
    expect(await sniff(Buffer.from("hello\n", "utf16le"), WHOLE)).toMatchObject({
      encoding: { name: "utf-16le" },
    });
    expect(await sniff(Buffer.from("caf\u00E9", "latin1"), WHOLE)).toMatchObject({
      encoding: { name: "windows-1252" },
    });
    expect(await sniff(Buffer.from('<svg xmlns="x"/>'), WHOLE)).toMatchObject({ kind: "text" });
  });

  it.each([
    ["image/png", "\x89PNG\r\n\x1A\n\0\0\0\rIHDR"],
    ["image/jpeg", "\xFF\xD8\xFF\xE0\0\x10JFIF"],
    ["image/gif", "GIF89a\x01\0\x01\0"],
    ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
    ["image/bmp", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"],
    ["image/tiff", "II*\0\x08\0\0\0"],
    ["image/tiff", "MM\0*\0\0\0\x08"],
    ["image/x-icon", "\0\0\x01\0\x01\0\x10\x10"],
    ["image/avif", "\0\0\0\x1CftypavifXXXX"],
    ["image/heic", "\0\0\0\x18ftypheicXXXX"],
  ])("knows %s", async (mediaType, head) => {
    expect(await sniff(Buffer.from(head, "latin1"), WHOLE)).toEqual({ kind: "image", mediaType });
  });

  it("knows a PDF", async () => {
    expect(await sniff(Buffer.from("%PDF-1.7\n%\xE2\xE3", "latin1"), WHOLE)).toEqual({ kind: "pdf" });
  });

  it.each([
    ["ELF executable", "\x7FELF\x02\x01\x01"],
    ["Windows executable", "MZ\x90\0\x03"],
    ["Mach-O executable", "\xCF\xFA\xED\xFE\x07"],
    ["Mach-O universal executable", "\xCA\xFE\xBA\xBE\0\0\0\x02"],
    ["Java class file", "\xCA\xFE\xBA\xBE\0\0\x004"],
    ["WebAssembly module", "\0asm\x01\0\0\0"],
    ["SQLite database", "SQLite format 3\0\x10"],
    ["gzip archive", "\x1F\x8B\x08\0"],
    ["bzip2 archive", "BZh91AY&SY"],
    ["xz archive", "\xFD7zXZ\0\0"],
    ["zstd archive", "\x28\xB5\x2F\xFD\x04"],
    ["7z archive", "7z\xBC\xAF\x27\x1C\0"],
    ["tar archive", `name${"\0".repeat(253)}ustar\x0000`],
    ["zip archive", "PK\x03\x04\x14\0\0\0a.txt"],
    ["Word document (zip archive)", "PK\x03\x04\x14\0[Content_Types].xml...word/document.xml"],
    ["Java archive (zip archive)", "PK\x03\x04\x14\0META-INF/MANIFEST.MF"],
    ["MP3 audio", "ID3\x04\0\0"],
    ["MP3 audio", "\xFF\xFB\x90\x64"],
    ["MP4 or QuickTime media", "\0\0\0\x20ftypisom"],
    ["Ogg audio or video", "OggS\0\x02"],
    ["FLAC audio", "fLaC\0\0\0\x22"],
    ["WAV audio", "RIFF\x24\0\0\0WAVEfmt "],
    ["font", "\0\x01\0\0\0\x0F\0\x80"],
    ["web font", "wOF2\0\x01\0\0"],
    ["UTF-32 text", "\xFF\xFE\0\0a\0\0\0"],
  ])("refuses a %s by name", async (what, head) => {
    expect(await sniff(Buffer.from(head, "latin1"), WHOLE)).toEqual({ kind: "binary", what });
  });

  it("is not fooled by text that begins like a binary", async () => {
    for (const text of [
      "BM is short for",
      "MZ stands for",
      "ID3 tags",
      "OTTO",
      "PK",
      "GIF89a is old",
      "true",
      "PAR1",
      "fLaC",
      "RIFF",
    ]) {
      expect({ text, ...(await sniff(Buffer.from(text), WHOLE)) }).toMatchObject({ text, kind: "text" });
    }
  });

  it("takes a NUL byte near the start for a binary and says where it is", async () => {
    expect(await sniff(Buffer.from("abc\0def"), WHOLE)).toEqual({
      kind: "binary",
      what: "data with a NUL byte at offset 3",
    });
    expect(await sniff(Buffer.from("\0\0\0\0"), WHOLE)).toMatchObject({ kind: "binary" });
    expect(await sniff(Buffer.from(`${"x".repeat(5000)}\0`), WHOLE)).toMatchObject({ kind: "text" });
  });

  it("takes bytes full of control characters that are no UTF-8 for a binary", async () => {
    const noise = Uint8Array.from({ length: 255 }, (_, at) => ((at * 97) % 255) + 1);
    expect(await sniff(noise, WHOLE)).toEqual({ kind: "binary", what: "data with many control bytes" });
  });
});
