import { createHash } from "node:crypto";
import type { FileIdentity } from "./fs.ts";

/** A stretch of a file that was seen, with the digest of its bytes. */
export interface SeenRange {
  readonly start: number;
  readonly end: number;
  readonly digest: string;
}

/** What a call saw of one file; a later write is proven against it. */
export interface Evidence {
  /** The file that was really opened, links resolved. */
  readonly path: string;
  readonly identity: FileIdentity;
  /** The digest of the whole file, present only when all of it was seen. */
  readonly whole?: string;
  readonly ranges: readonly SeenRange[];
  /** The tool that showed these ranges as they are; absent for what was only written or derived. */
  readonly shownBy?: string;
  /** When it was remembered, in milliseconds since 1970. */
  readonly at?: number;
}

/** What a call altered in one file, with enough to explain and to undo it. */
export interface Change {
  readonly path: string;
  readonly kind: "create" | "update" | "delete";
  readonly before?: { readonly digest: string; readonly bytes: number };
  readonly after?: { readonly digest: string; readonly bytes: number };
}

/** The digest by which Deckhand compares bytes: sha256, lowercase hex. */
export function digestOf(...chunks: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
