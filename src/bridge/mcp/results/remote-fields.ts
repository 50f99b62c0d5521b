import type { JsonMap } from "../../json-map.ts";

const MOST_FIELDS = 16 * 1024;

/**
 * What a remote result or block came with beside its content, for whoever passes it on; nothing when there is none.
 * A field that is too large is left out: it is shown to nobody, so nothing else would bound it.
 */
export function keptFields(fields: JsonMap): JsonMap | undefined {
  let room = MOST_FIELDS;
  const kept = Object.entries(fields).filter(([name, value]) => {
    const size = name.length + sizeOf(value);
    if (value === undefined || size > room) return false;
    room -= size;
    return true;
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function sizeOf(value: unknown): number {
  try {
    return JSON.stringify(value)?.length ?? 0;
  } catch {
    return Infinity;
  }
}

/** Base64 without line ends; nothing for what is no base64. */
export function bareBase64(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const bare = /\s/.test(value) ? value.replaceAll(/\s+/g, "") : value;
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare) ? bare : undefined;
}

/** Tells whether a value is a media type, such as `image/png` or `text/plain; charset=utf-8`. */
export function isMediaType(value: unknown): value is string {
  return (
    typeof value === "string" && /^[\w.+!#$&^-]{1,127}\/[\w.+!#$&^-]{1,127}(?:;[ -~]{0,200})?$/.test(value)
  );
}
