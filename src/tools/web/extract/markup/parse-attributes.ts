import { decodeEntities } from "./decode-entities.ts";

/** Reads the attributes of a tag; the first of a name counts, and values as long as a file are dropped. */
export function parseAttributes(written: string): ReadonlyMap<string, string> {
  if (written === "") return NONE;
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    const value = double ?? single ?? bare ?? "";
    if (!attributes.has(key) && attributes.size < MOST_ATTRIBUTES) {
      attributes.set(key, value.length > LONGEST_VALUE ? "" : decodeEntities(value));
    }
  }
  return attributes;
}

const NONE: ReadonlyMap<string, string> = new Map([]);
const ATTRIBUTE = /([^\s=>"'/][^\s=>/]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/g;
const MOST_ATTRIBUTES = 60;
const LONGEST_VALUE = 4000;
