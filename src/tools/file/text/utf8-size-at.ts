/**
 * How many bytes the character at `at` takes in UTF-8; negative for the bytes of a broken one that a decoder
 * replaces together: the longest beginning of a character, or a single byte.
 */
export function utf8SizeAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const size = sizeByLead(lead);
  if (size === 0) return -1;
  for (let offset = 1; offset < size; offset++) {
    const next = bytes[at + offset];
    const [low, high] = offset === 1 ? secondByteRange(lead) : CONTINUATION;
    if (next === undefined || next < low || next > high) return -offset;
  }
  return size;
}

const CONTINUATION = [0x80, 0xbf] as const;
const RANGES: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

function sizeByLead(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** Overlong forms, surrogates and what lies beyond U+10FFFF are ruled out by the second byte. */
function secondByteRange(lead: number): readonly [number, number] {
  return RANGES[lead] ?? CONTINUATION;
}
