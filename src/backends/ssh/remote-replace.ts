import { createHash } from "node:crypto";
import type { FileBytes, FileIdentity, Replaced, ReplaceOptions } from "../../kernel/index.ts";
import { tempName } from "../local/temp-file.ts";
import { printablePath } from "../plain-path.ts";
import type { Channel } from "./channel.ts";
import { inPieces, PIECE_BYTES } from "./in-pieces.ts";
import { judgeChange } from "./judge-change.ts";
import { onHost, type RemoteGround } from "./remote-ground.ts";

/** Puts new content in place of a file on the host, whole or not at all. */
export function replaceRemoteFile(
  ground: RemoteGround,
  path: string,
  bytes: FileBytes,
  options: ReplaceOptions = {},
): Promise<Replaced> {
  const place = { syscall: "open", path };
  const plain = printablePath(path, place);
  return onHost(ground, place, async (channel) => {
    const { head } = await channel.ask("begin", { path: plain, follow: true });
    const target = Number(head["handle"]);
    try {
      await judgeChange(channel, ground.refuseWrite, head["names"] as readonly string[], place);
      const last = await stage(channel, target, wholeOf(bytes), options);
      const claim = tempName(createHash("sha256").update(String(head["name"])).digest("hex"));
      const { head: done } = await channel.ask(
        "publish",
        { ...options, ...last.at, target, claim },
        last.bytes,
      );
      return {
        path: String(done["path"]),
        identity: String(done["identity"]) as FileIdentity,
        created: done["created"] === true,
      };
    } catch (error) {
      channel.tell("drop", { target });
      throw error;
    }
  });
}

interface LastPiece {
  readonly at: { readonly position: number };
  readonly bytes: Uint8Array;
}

/** Sends ahead what does not fit into one frame; the rest goes with the last step. */
async function stage(
  channel: Channel,
  target: number,
  bytes: Uint8Array,
  { expect }: ReplaceOptions,
): Promise<LastPiece> {
  if (bytes.length <= PIECE_BYTES) return { at: { position: 0 }, bytes };
  await channel.ask("stage", { target, expect });
  await inPieces(bytes.length, (position, length) =>
    channel.ask("append", { target, position }, bytes.subarray(position, position + length)),
  );
  return { at: { position: bytes.length }, bytes: new Uint8Array() };
}

function wholeOf(bytes: FileBytes): Uint8Array {
  return bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes);
}
