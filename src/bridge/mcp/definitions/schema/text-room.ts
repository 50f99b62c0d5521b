/** How much of other people's words is passed on: of one text, and of all texts of a definition. */
export const MOST_OF_ONE = 8000;
const MOST_OF_ALL = 32_000;
/** What every text may have, however many there are. */
const ALWAYS = 200;

/** Fits values that only explain something; they take room from each other. */
export interface TextRoom {
  /** The value, or its beginning; nothing for what is too large and no text, or an object. */
  fit(value: unknown): unknown;
}

/** Makes the room for one definition. */
export function createTextRoom(): TextRoom {
  let left = MOST_OF_ALL;
  return {
    fit(value) {
      if (typeof value === "string") {
        const text = beginningOf(value, Math.max(ALWAYS, Math.min(MOST_OF_ONE, left)));
        left -= text.length;
        return text;
      }
      if (!Array.isArray(value)) return typeof value === "object" && value !== null ? undefined : value;
      const size = JSON.stringify(value).length;
      if (size > Math.min(MOST_OF_ONE, left)) return undefined;
      left -= size;
      return value;
    },
  };
}

/** The beginning of a text that is too long, and how much is missing. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = ` [… ${text.length - most} more characters]`;
  const isPair = /[\u{d800}-\u{dbff}]/u.test(text.charAt(most - 1));
  return text.slice(0, isPair ? most - 1 : most) + note;
}
