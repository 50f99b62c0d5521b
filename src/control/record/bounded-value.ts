import { digestOf } from "../../kernel/index.ts";

/** Bounds what is kept of a redacted value: long texts, and a whole that is too large, become a beginning and a digest. */
export function boundedValue(redacted: unknown): unknown {
  const room = { left: MOST_WHOLE };
  const cut = withShortTexts(redacted, room);
  return room.left >= 0 ? cut : summaryOf(redacted);
}

/** Characters kept of one text, and of a whole value. */
const MOST_TEXT = 16 * 1024;
const MOST_WHOLE = 64 * 1024;
const BEGINNING = 4 * 1024;

function withShortTexts(value: unknown, room: { left: number }): unknown {
  if (room.left < 0) return undefined;
  if (typeof value === "string") {
    const text = value.length > MOST_TEXT ? beginningWithDigest(value) : value;
    room.left -= text.length;
    return text;
  }
  room.left -= PART;
  if (Array.isArray(value)) return value.map((item) => withShortTexts(item, room));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      room.left -= name.length;
      return [name, withShortTexts(field, room)];
    }),
  );
}

/** What a number, a comma or a bracket may take. */
const PART = 8;

function beginningWithDigest(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  return `${wholeCharacters(text)}\n[… of ${bytes.length} bytes, sha256 ${digestOf(bytes)}]`;
}

function summaryOf(value: unknown): unknown {
  const text = JSON.stringify(value) ?? "";
  const bytes = Buffer.from(text, "utf8");
  return { beginning: wholeCharacters(text), bytes: bytes.length, sha256: digestOf(bytes) };
}

/** Does not cut a surrogate pair in two. */
function wholeCharacters(text: string): string {
  const isPair = /[\u{d800}-\u{dbff}]/u.test(text.charAt(BEGINNING - 1));
  return text.slice(0, isPair ? BEGINNING - 1 : BEGINNING);
}
