import { type FileIdentity, FsFault, type FsFaultPlace, type FsFile } from "../../kernel/index.ts";
import { failedWith } from "../local/fs-faults.ts";
import { printablePath } from "../plain-path.ts";
import type { Channel } from "./channel.ts";
import { inPieces } from "./in-pieces.ts";
import { onHost, type RemoteGround } from "./remote-ground.ts";

/** What comes along with an opened file: most files are read with it. */
const FIRST_BYTES = 64 * 1024;

/** The same where a whole file is wanted. */
const FIRST_OF_WHOLE = 1024 * 1024;

/** The most that is read in one piece. */
const WHOLE_BYTES = 2 * 1024 ** 3;

/** Opens a regular file on the host for ranged reads. */
export function openRemoteFile(ground: RemoteGround, path: string, most = FIRST_BYTES): Promise<FsFile> {
  const place = { syscall: "open", path };
  const plain = printablePath(path, place);
  return onHost(ground, place, async (channel) => {
    const { head, payload } = await channel.ask("open", { path: plain, most });
    const handle = head["isHeld"] === true ? Number(head["handle"]) : undefined;
    return {
      path: String(head["path"]),
      identity: String(head["identity"]) as FileIdentity,
      size: Number(head["size"]),
      mode: Number(head["mode"]),
      links: Number(head["links"]),
      ...rangesOf({ channel, handle, first: payload, size: Number(head["size"]), path }),
    };
  });
}

/** Reads a whole file, unless it is too large for one piece. */
export async function readRemoteFile(ground: RemoteGround, path: string): Promise<Uint8Array> {
  const file = await openRemoteFile(ground, path, FIRST_OF_WHOLE);
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}

/** Reads a whole file as UTF-8. */
export async function readRemoteText(ground: RemoteGround, path: string): Promise<string> {
  const bytes = await readRemoteFile(ground, path);
  try {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  } catch (error) {
    if (failedWith(error, "ERR_STRING_TOO_LONG")) throw tooLarge(bytes.length, { syscall: "read", path });
    throw error;
  }
}

interface OpenedRemote {
  readonly channel: Channel;
  /** Undefined when the first bytes are all there are. */
  readonly handle: number | undefined;
  readonly first: Uint8Array;
  readonly size: number;
  readonly path: string;
}

function rangesOf(opened: OpenedRemote): Pick<FsFile, "read" | "close"> {
  const { channel, handle, first, size, path } = opened;
  const place = { syscall: "read", path };
  const reading = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async read(position, length, spare) {
      const wanted = Math.max(0, Math.min(length, size - position));
      if (wanted > WHOLE_BYTES) throw tooLarge(wanted, place);
      const buffer = spare?.subarray(0, wanted) ?? new Uint8Array(wanted);
      const ready = copyOf(first, position, buffer);
      if (handle === undefined || ready === wanted) return buffer.subarray(0, ready);
      if (isClosed) throw new FsFault("EINVAL", place, { saying: "the file was closed" });
      const filling = fill(position + ready, buffer.subarray(ready));
      reading.add(filling);
      try {
        return buffer.subarray(0, ready + (await filling));
      } finally {
        reading.delete(filling);
      }
    },
    async close() {
      if (isClosed || handle === undefined) return;
      isClosed = true;
      // The host gives the number of a closed descriptor to the next file.
      await Promise.allSettled(reading);
      channel.tell("close", { file: handle });
    },
  };

  function fill(position: number, buffer: Uint8Array): Promise<number> {
    return onHost({ channel: () => Promise.resolve(channel) }, place, async () => {
      const lengths = await inPieces(buffer.length, async (start, length) => {
        const { payload } = await channel.ask("read", { file: handle, position: position + start, length });
        buffer.set(payload, start);
        return payload.length;
      });
      return lengths.reduce((sum, length) => sum + length, 0);
    });
  }
}

/** Copies what lies in the first bytes; tells how much that was. */
function copyOf(first: Uint8Array, position: number, buffer: Uint8Array): number {
  const ready = first.subarray(position, position + buffer.length);
  buffer.set(ready);
  return ready.length;
}

function tooLarge(bytes: number, place: FsFaultPlace): FsFault {
  const size = (bytes / 1024 ** 3).toFixed(1);
  return new FsFault("EFBIG", place, {
    saying: `${size} GiB is too much to read in one piece`,
    hint: "Read a part of it, with an offset and a limit.",
  });
}
