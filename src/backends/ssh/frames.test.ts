import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createFrameReader, type Frame, frameBytes } from "./frames.ts";

const MAGIC = "deckhand-agent-1";
const frame = fc.record({
  head: fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean())),
  payload: fc.uint8Array({ maxLength: 300 }),
});

it("reads the same frames however the bytes arrive, after any greeting", () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 8 }),
      fc.string({ maxLength: 50 }),
      fc.array(fc.nat(60), { minLength: 1 }),
      (sent, greeting, steps) => {
        const bytes = Buffer.concat([
          Buffer.from(`${greeting}\n${MAGIC}\n`),
          ...sent.flatMap(({ head, payload }) => frameBytes(head, payload)),
        ]);
        const heard = inSteps(bytes, steps);
        expect(heard.map(({ head, payload }) => ({ head, payload: [...payload] }))).toEqual(
          sent.map(({ head, payload }) => ({
            head: JSON.parse(JSON.stringify(head)),
            payload: [...payload],
          })),
        );
      },
    ),
  );
});

it.each([
  ["a frame longer than any", Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1])],
  ["a frame shorter than its own start", Buffer.from([0, 0, 0, 3, 0, 0, 0, 1])],
  ["a head longer than its frame", Buffer.from([0, 0, 0, 6, 0, 0, 0, 9, 0x7b, 0x7d])],
  ["a head that is no object", Buffer.from([0, 0, 0, 5, 0, 0, 0, 1, 0x31])],
])("takes no part in %s", (_what, bytes) => {
  const reader = createFrameReader(MAGIC);
  reader.read(Buffer.from(`${MAGIC}\n`));
  expect(() => reader.read(bytes)).toThrow("a frame");
});

it("does not listen for ever to a host that only greets", () => {
  const reader = createFrameReader(MAGIC);
  expect(() => {
    for (let turn = 0; turn < 100; turn += 1) reader.read(Buffer.alloc(1_000, "y"));
  }).toThrow("prints without end");
});

function inSteps(bytes: Buffer, steps: readonly number[]): Frame[] {
  const reader = createFrameReader(MAGIC);
  const heard: Frame[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const end = at + 1 + (steps[turn % steps.length] ?? 0);
    heard.push(...reader.read(bytes.subarray(at, end)));
    at = end;
  }
  return heard;
}
