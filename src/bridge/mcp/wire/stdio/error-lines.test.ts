import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { keepErrorLines } from "./error-lines.ts";

describe("standard error", () => {
  it("is kept by its last lines, plain and not too long", async () => {
    const { lines, print } = kept();
    for (let at = 0; at < 500; at += 1) await print(`line ${at}\n`);
    await print("\u001b[31mred\u001b[0m\u001b]0;title\u0007 text\r\n\n  \n");
    await print(`${"é".repeat(5_000)}\n10%\r50%\rdone\n`);
    const shown = lines();
    expect(shown).toHaveLength(50);
    expect(shown.slice(-4)).toEqual(["line 499", "red text", "é".repeat(2_000), "done"]);
  });

  it("is shown up to the end of what was printed when it ends", async () => {
    const { lines, print, stream } = kept();
    await print("whole\nha");
    expect(lines()).toEqual(["whole"]);
    stream.end("lf");
    await nextTurn();
    expect(lines()).toEqual(["whole", "half"]);
  });

  it("is kept to a bound without a line end, and invalid text marked", async () => {
    const { lines, print } = kept();
    for (let turn = 0; turn < 100; turn += 1) await print(Buffer.alloc(10_000, 0xff));
    await print("\nnext\n");
    expect(lines()).toEqual(["\uFFFD".repeat(2_000), "next"]);
  });

  it("is read no faster than is good for everybody else", async () => {
    const { stream, print } = kept();
    for (let turn = 0; turn < 20; turn += 1) await print(Buffer.alloc(64 * 1024, "x\n"));
    expect(stream.isPaused()).toBe(true);
    await expect.poll(() => stream.isPaused(), { timeout: 10_000 }).toBe(false);
  });
});

function kept() {
  const stream = new PassThrough({ highWaterMark: 10_000_000 });
  const print = async (bytes: string | Buffer): Promise<void> => {
    stream.write(bytes);
    await nextTurn();
  };
  return { stream, print, lines: keepErrorLines(stream) };
}
