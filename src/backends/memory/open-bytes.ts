import type { FileIdentity, FsFile } from "../../kernel/index.ts";

/** What an open file tells beside its bytes. */
export interface OpenedAs {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly mode: number;
  readonly links: number;
}

/** Bytes in memory as an open file; whoever reads gets a copy. */
export function openBytes(bytes: Uint8Array, as: OpenedAs): FsFile {
  return {
    ...as,
    size: bytes.length,
    read: (position, length) => Promise.resolve(bytes.slice(position, position + length)),
    close: () => Promise.resolve(),
  };
}
