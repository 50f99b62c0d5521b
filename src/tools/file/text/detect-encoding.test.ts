import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codecFor } from "./codec-for.ts";
import { detectEncoding } from "./detect-encoding.ts";
import type { TextEncodingName } from "./text-encoding.ts";

const WHOLE = { complete: true };
const PART = { complete: false };

describe("detectEncoding", () => {
  it("reads byte order marks", async () => {
    expect(await detectEncoding(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), WHOLE)).toEqual(mark("utf-8", 3));
    expect(await detectEncoding(Uint8Array.of(0xff, 0xfe, 0x61, 0), WHOLE)).toEqual(mark("utf-16le", 2));
    expect(await detectEncoding(Uint8Array.of(0xfe, 0xff, 0, 0x61), WHOLE)).toEqual(mark("utf-16be", 2));
  });

  it("takes an empty file and plain ASCII for UTF-8", async () => {
    expect(await detectEncoding(new Uint8Array(), WHOLE)).toEqual(mark("utf-8", 0));
    expect(await detectEncoding(Buffer.from("plain"), WHOLE)).toEqual(mark("utf-8", 0));
  });

  it("is not sure of a file of which it saw only ASCII", async () => {
    expect(await detectEncoding(Buffer.from("plain"), PART)).toMatchObject({
      name: "utf-8",
      confident: false,
    });
    expect(await detectEncoding(Buffer.from("naïve"), PART)).toMatchObject({
      name: "utf-8",
      confident: true,
    });
  });

  it("takes valid UTF-8 for nothing else, wherever a sample is cut", async () => {
    const text = fc.string({ unit: "binary", minLength: 1 }).map((any) => `é${any.replaceAll("\0", "")}`);
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), async (content, cut) => {
        const bytes = Buffer.from(content);
        expect(await detectEncoding(bytes, WHOLE)).toMatchObject({ name: "utf-8", confident: true });
        const part = bytes.subarray(0, 2 + (cut % bytes.length));
        expect(await detectEncoding(part, PART)).toMatchObject({ name: "utf-8", confident: true });
      }),
    );
  });

  it("takes mostly valid UTF-8 with a few broken bytes for UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from("größer, schöner, weiß, Äpfel, Öl "),
      Buffer.of(0xff),
      Buffer.from("ende"),
    ]);
    expect(await detectEncoding(bytes, WHOLE)).toEqual({ name: "utf-8", bomBytes: 0, confident: false });
  });

  it.each(["utf-16le", "utf-16be"] as const)("recognises %s without a mark", async (name) => {
    const { encode } = await codecFor(name);
    expect(await detectEncoding(encode("hello, wörld – naïve\r\n"), WHOLE)).toEqual(mark(name, 0));
    expect(await detectEncoding(encode("key=值\r\nother=值值\r\n"), PART)).toEqual(mark(name, 0));
    const long = encode("line of text 😀\r\n".repeat(1000));
    expect(await detectEncoding(long.subarray(0, 4097), PART)).toEqual(mark(name, 0));
  });

  it.each(Object.entries(SAMPLES()))("guesses %s from short texts", async (name, texts) => {
    const { encode } = await codecFor(name as TextEncodingName);
    for (const text of texts) {
      const found = await detectEncoding(encode(text), WHOLE);
      const read = (await codecFor(found.name)).decode(encode(text));
      expect(`${found.name}: ${read}`).toBe(`${name}: ${text}`);
      expect(found.confident).toBe(false);
    }
  });

  it("guesses from the first text that is not ASCII, however late it comes", async () => {
    const { encode } = await codecFor("gb18030");
    const bytes = Buffer.concat([
      Buffer.from("x = 1\n".repeat(20_000)),
      encode("// 计算总和，返回结果\n".repeat(2000)),
    ]);
    expect(await detectEncoding(bytes, WHOLE)).toMatchObject({ name: "gb18030" });
    expect(await detectEncoding(bytes.subarray(0, 120_007), PART)).toMatchObject({ bomBytes: 0 });
  });

  it("still recognises a legacy text with a broken byte in it, or cut inside a character", async () => {
    const { encode } = await codecFor("gb18030");
    const text = encode("// 计算总和，返回结果 😀\n".repeat(200));
    const broken = Buffer.concat([text, Buffer.of(0xff), text]);
    expect(await detectEncoding(broken, WHOLE)).toMatchObject({ name: "gb18030" });
    for (let cut = 200; cut < 240; cut++) {
      expect(await detectEncoding(text.subarray(0, cut), PART)).toMatchObject({ name: "gb18030" });
    }
  });

  it("falls back to an encoding that keeps every byte", async () => {
    const bytes = Uint8Array.from({ length: 128 }, (_, at) => at + 128);
    expect(await detectEncoding(bytes, WHOLE)).toEqual({ name: "latin1", bomBytes: 0, confident: false });
  });
});

function mark(name: TextEncodingName, bomBytes: number): unknown {
  return { name, bomBytes, confident: true };
}

function SAMPLES(): Record<string, string[]> {
  return {
    gb18030: [
      "你好，世界",
      "// 计算总和\nfunction sum(a, b) {}\n",
      "# 配置文件\nport=8080 # 端口",
      "用户名或密码错误",
    ],
    big5: ["你好，世界", "這是一個測試檔案，內容為繁體中文。", "// 計算總和\nint x;"],
    shift_jis: ["こんにちは世界", "// 合計を計算する\nint x;", "設定ファイルの読み込みに失敗しました"],
    "euc-jp": ["こんにちは世界", "// 合計を計算する\nint x;", "テスト"],
    "euc-kr": ["안녕하세요 세계", "// 합계를 계산\nint x;", "설정 파일"],
    "windows-1252": [
      "café naïve résumé\n",
      "café",
      "// Größe in €\nint x;",
      "© 2020",
      "£100",
      "it’s “fine” — really",
      "São Paulo não é a capital",
    ],
    "windows-1250": ["Zażółć gęślą jaźń", "Příliš žluťoučký kůň"],
    "windows-1251": ["Привет, мир", "// сумма чисел\nint x;"],
    "windows-1253": ["Καλημέρα κόσμε"],
    "windows-1254": ["Türkçe karakterler: ğ ş ı"],
    "windows-1255": ["שלום עולם"],
    "windows-1256": ["مرحبا بالعالم"],
    "koi8-r": ["Привет, мир, как дела"],
  };
}
