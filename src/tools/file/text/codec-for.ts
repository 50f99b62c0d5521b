import type { EncodingTables } from "./encode-exactly.ts";
import { createMultiByteCodec } from "./multi-byte-codec.ts";
import { createSingleByteCodec } from "./single-byte-codec.ts";
import type { TextCodec } from "./text-codec.ts";
import type { TextEncodingName } from "./text-encoding.ts";
import { createUtf16Codec } from "./utf16-codec.ts";
import { utf8Codec } from "./utf8-codec.ts";

/** Gives the codec of an encoding; the tables of legacy encodings are loaded only when one is asked for. */
export async function codecFor(name: TextEncodingName): Promise<TextCodec> {
  switch (name) {
    case "utf-8":
      return utf8Codec;
    case "utf-16le":
    case "utf-16be":
      return createUtf16Codec(name);
    case "gb18030":
    case "big5":
    case "shift_jis":
    case "euc-jp":
    case "euc-kr":
      return createMultiByteCodec(name, await loadTables());
    case "windows-1250":
    case "windows-1251":
    case "windows-1252":
    case "windows-1253":
    case "windows-1254":
    case "windows-1255":
    case "windows-1256":
    case "koi8-r":
    case "latin1":
      return createSingleByteCodec(name, await loadTables());
  }
}

async function loadTables(): Promise<EncodingTables> {
  const { default: iconv } = await import("iconv-lite");
  return iconv;
}
