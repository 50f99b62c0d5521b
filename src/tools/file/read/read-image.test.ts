import { expect, it } from "vitest";
import { createMemoryFs, makeContext } from "../../../backends/index.ts";
import { png } from "../../../../test/png.ts";
import type { ToolOutcome } from "../../../kernel/index.ts";
import { read } from "./read.ts";

function readBytes(name: string, bytes: Uint8Array): Promise<ToolOutcome> {
  const ctx = makeContext({ cwd: "/ws", fs: createMemoryFs({ [`/ws/${name}`]: bytes }) });
  return read.invoke({ id: "1", name: "read", input: { path: `./${name}` } }, ctx);
}

it("R146: shows a picture as a picture, whatever its name, with a line about it", async () => {
  const bytes = png(20, 10);
  const { isError, result } = await readBytes("picture.txt", bytes);
  expect(isError).toBe(false);
  expect(result.content).toEqual([
    { kind: "text", text: `./picture.txt: PNG image, 20×10, ${bytes.length} bytes` },
    { kind: "image", mediaType: "image/png", data: bytes.toString("base64") },
  ]);
});

it.each([
  ["cut off", png(20, 10).subarray(0, 30), "damaged or cut off"],
  ["without extent", png(0, 10), "damaged or cut off"],
  ["too large", png(20, 10, 4_000_000), "too large to show"],
  ["too wide", png(20_000, 10), "no side may be over"],
  [
    "of a kind nobody shows",
    Buffer.from("49492a00080000000000", "hex"),
    "TIFF image, 10 bytes, which cannot be shown",
  ],
])("says what a picture is that is %s, without a block", async (_, bytes, words) => {
  const { isError, result, error } = await readBytes("p.png", bytes);
  expect(isError).toBe(true);
  expect(error?.message).toContain("./p.png");
  expect(error?.message).toContain(words);
  expect(result.content.every(({ kind }) => kind === "text")).toBe(true);
});

it("text that is named like a picture is text", async () => {
  expect((await readBytes("p.png", Buffer.from("<html>not found</html>\n"))).output).toContain(
    "     1\t<html>",
  );
});
