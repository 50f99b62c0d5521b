import type { FileBytes } from "../../kernel/index.ts";

/** A copy in one piece, which no caller's buffer can change later. */
export function copyBytes(data: string | FileBytes): Uint8Array {
  if (typeof data === "string") return new TextEncoder().encode(data);
  return new Uint8Array(data instanceof Uint8Array ? data : Buffer.concat(data));
}
