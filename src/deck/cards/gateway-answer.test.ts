import { describe, expect, it } from "vitest";
import type { ContentBlock, ToolResult } from "../../kernel/index.ts";
import { parseResult } from "./gateway-answer.ts";

const BLOCKS: readonly ContentBlock[] = [
  { kind: "text", text: "a" },
  { kind: "json", value: null },
  { kind: "image", mediaType: "image/png", data: "" },
  { kind: "audio", mediaType: "audio/wav", data: "" },
  { kind: "resource", uri: "x:/a", text: "a" },
  { kind: "link", uri: "x:/a" },
];

describe("the answer of a gateway", () => {
  it("may hold every kind of block", () => {
    const answer: ToolResult = { content: BLOCKS, isError: false };
    expect(parseResult(answer)).toBe(answer);
  });

  it.each([{ kind: "text" }, { kind: "resource", text: "a" }, { kind: "link" }, { kind: "video" }, "a"])(
    "may not hold %j",
    (block) => {
      const answer = { content: [block], isError: false } as unknown as ToolResult;
      expect(() => parseResult(answer)).toThrow(/readable form/);
    },
  );
});
