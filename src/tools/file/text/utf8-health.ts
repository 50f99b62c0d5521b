import { isUtf8 } from "node:buffer";
import { utf8SizeAt } from "./utf8-size-at.ts";

/** "valid": UTF-8 throughout; "scratched": UTF-8 with a few broken bytes; "foreign": something else. */
export type Utf8Health = "valid" | "scratched" | "foreign";

/** In text of another encoding that looks like UTF-8 by accident, broken characters are no rarity. */
const WHOLE_PER_BROKEN = 4;

/** Judges whether bytes are UTF-8; a sample that was cut inside its last character is still valid. */
export function utf8Health(bytes: Uint8Array, options: { readonly complete: boolean }): Utf8Health {
  const judged = options.complete ? bytes : withoutCutEnd(bytes);
  if (isUtf8(judged)) return "valid";
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < judged.length;) {
    const size = utf8SizeAt(judged, at);
    if (size < 0) broken++;
    else if (size > 1) whole++;
    at += Math.abs(size);
  }
  return whole >= broken * WHOLE_PER_BROKEN ? "scratched" : "foreign";
}

function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
    const isLead = bytes[at]! >= 0xc0;
    if (isLead) return utf8SizeAt(bytes, at) === at - bytes.length ? bytes.subarray(0, at) : bytes;
  }
  return bytes;
}
