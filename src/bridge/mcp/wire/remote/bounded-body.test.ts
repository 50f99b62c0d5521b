import { describe, expect, it } from "vitest";
import { boundedBody } from "./bounded-body.ts";

const tooLarge = (): Error => new Error("too large");

/** What comes out of a body that arrives in these pieces. */
async function read(pieces: readonly string[], maxBytes: number, isEventStream: boolean): Promise<string> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(Buffer.from(piece));
      controller.close();
    },
  });
  return await new Response(boundedBody(body, { maxBytes, isEventStream, tooLarge })).text();
}

describe("a body", () => {
  it("passes as it is while it is small enough", async () => {
    expect(await read(["abc", "de"], 5, false)).toBe("abcde");
  });

  it("fails as soon as it is larger", async () => {
    await expect(read(["abc", "def"], 5, false)).rejects.toThrow("too large");
  });
});

describe("a stream of events", () => {
  const event = "data: 1234\n\n";

  it("may go on for ever, as long as its events are small", async () => {
    expect(
      await read(
        Array.from({ length: 50 }, () => event),
        20,
        true,
      ),
    ).toBe(event.repeat(50));
  });

  it.each([
    ["in the middle of what ends an event", ["data: 1\n", "\n"]],
    ["with other line ends", ["data: 1\r\n", "\r\n"]],
    ["in the middle of a line end", ["data: 1\r\n\r", "\n"]],
    ["with the oldest line ends", ["data: 1\r", "\r"]],
  ])("may be cut %s", async (_, pieces) => {
    const all = Array.from({ length: 50 }, () => pieces).flat();
    expect(await read(all, 20, true)).toBe(all.join(""));
  });

  it.each([
    ["in one line", "x"],
    ["in many lines", "data: x\n"],
    ["in many lines that end otherwise", "data: x\r\n"],
  ])("fails at an event that is larger than it may be, %s", async (_, piece) => {
    await expect(
      read(
        Array.from({ length: 50 }, () => piece),
        40,
        true,
      ),
    ).rejects.toThrow("too large");
  });

  it("fails at such an event when its line ends are cut in two", async () => {
    const pieces = Array.from({ length: 50 }, () => ["data: x\r", "\n"]).flat();
    await expect(read(pieces, 40, true)).rejects.toThrow("too large");
  });
});
