import { describe, expect, it } from "vitest";
import { blocksResult, errorResult, jsonResult, projectContent, textOf, textResult } from "./index.ts";

describe("a result", () => {
  it("R138: is content blocks and a flag; json is serialised when shown", () => {
    expect(textResult("a")).toEqual({ content: [{ kind: "text", text: "a" }], isError: false });
    expect(jsonResult({ a: 1 })).toEqual({ content: [{ kind: "json", value: { a: 1 } }], isError: false });
    expect(textOf({ kind: "json", value: { a: 1 } })).toBe('{\n  "a": 1\n}');
    expect(errorResult({ code: "tool_error", message: "m" }).isError).toBe(true);
  });

  it("R142: a lone text becomes a bare string", () => {
    expect(projectContent(textResult("a").content)).toBe("a");
  });

  it("R142: a lone json becomes its raw value", () => {
    expect(projectContent(jsonResult([1, null]).content)).toEqual([1, null]);
  });

  it("R142: any mix, and a picture, stays a sequence of blocks", () => {
    const mix = blocksResult([
      { kind: "text", text: "a" },
      { kind: "json", value: 1 },
    ]);
    expect(projectContent(mix.content)).toEqual(mix.content);
    const image = { kind: "image", mediaType: "image/png", data: "AA==" } as const;
    expect(projectContent([image])).toEqual([image]);
    expect(textOf(image)).toBe("[image image/png]");
  });

  it("R142: a sound, a resource and a link alone stay blocks, and bytes are named, not spelled out", () => {
    const audio = { kind: "audio", mediaType: "audio/wav", data: "AAAA" } as const;
    const bytes = { kind: "resource", uri: "x:/a", data: "AAA=" } as const;
    const link = {
      kind: "link",
      uri: "x:/b",
      name: "b",
      description: "the\nsecond",
      mediaType: "a/b",
    } as const;
    for (const block of [audio, bytes, link]) expect(projectContent([block])).toEqual([block]);
    expect([audio, bytes, link].map(textOf)).toEqual([
      "[audio audio/wav]",
      '[resource "x:/a", 2 bytes]',
      '[link "x:/b" a/b] b the second',
    ]);
  });

  it("says where the text of a resource is from, whatever its address holds", () => {
    const text = textOf({
      kind: "resource",
      uri: 'x:/"]\n\u001b[2Jok',
      mediaType: "text/plain",
      text: "a\nb",
    });
    expect(text).toBe('[resource "x:/\\"] ok" text/plain]\na\nb');
  });
});
