import { type Fs, type FsStat, isFsFault } from "../../kernel/index.ts";
import { plainPath } from "../plain-path.ts";
import { openRemoteFile, readRemoteFile, readRemoteText } from "./remote-file.ts";
import { listRemoteFolder, makeRemoteFolder, removeRemote } from "./remote-folders.ts";
import { onHost, type RemoteGround } from "./remote-ground.ts";
import { replaceRemoteFile } from "./remote-replace.ts";

/** A host's files below the roots that its agent was told. */
export function createRemoteFs(ground: RemoteGround): Fs {
  return {
    readText: (path) => readRemoteText(ground, path),
    readBytes: async (path) => readRemoteFile(ground, path),
    open: async (path) => openRemoteFile(ground, path),
    stat: async (path) => statRemote(ground, path),
    exists: (path) => remoteExists(ground, path),
    readdir: async (path) => listRemoteFolder(ground, path),
    writeFile: async (path, data) => {
      await replaceRemoteFile(ground, path, typeof data === "string" ? Buffer.from(data, "utf8") : data);
    },
    replace: async (path, bytes, options) => replaceRemoteFile(ground, path, bytes, options),
    mkdir: async (path) => makeRemoteFolder(ground, path),
    rm: async (path, options) => removeRemote(ground, path, options),
  };
}

function statRemote(ground: RemoteGround, path: string): Promise<FsStat> {
  const place = { syscall: "stat", path };
  const plain = plainPath(path, place);
  return onHost(ground, place, async (channel) => {
    const { head } = await channel.ask("stat", { path: plain });
    return {
      isFile: head["kind"] === "file",
      isDirectory: head["kind"] === "folder",
      isSymlink: head["kind"] === "link",
      size: Number(head["size"]),
      modifiedMs: Number(BigInt(String(head["mtime"])) / 1_000n) / 1_000,
    };
  });
}

async function remoteExists(ground: RemoteGround, path: string): Promise<boolean> {
  try {
    await statRemote(ground, path);
    return true;
  } catch (error) {
    if (isFsFault(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EINVAL", "ENAMETOOLONG")) return false;
    throw error;
  }
}
