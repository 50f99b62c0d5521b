import { posix } from "node:path";
import { type DirChild, FsFault, isFsFault, type RemoveOptions } from "../../kernel/index.ts";
import { plainPath, printablePath } from "../plain-path.ts";
import { judgeChange } from "./judge-change.ts";
import { onHost, type RemoteGround } from "./remote-ground.ts";

/** Lists a folder of the host by name. */
export function listRemoteFolder(ground: RemoteGround, path: string): Promise<readonly DirChild[]> {
  const place = { syscall: "scandir", path };
  const plain = plainPath(path, place);
  return onHost(ground, place, async (channel) => {
    const { payload } = await channel.ask("list", { path: plain });
    return entriesOf(payload)
      .map((entry) => ({
        name: entry.slice(1),
        isDirectory: entry.startsWith("d"),
        isSymlink: entry.startsWith("l"),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  });
}

/** Makes a folder on the host and its missing parents. */
export async function makeRemoteFolder(ground: RemoteGround, path: string): Promise<void> {
  const place = { syscall: "mkdir", path };
  const plain = printablePath(path, place);
  await onHost(ground, place, async (channel) => {
    const { head } = await channel.ask("lead", { path: plain });
    const file = Number(head["handle"]);
    const missing = head["missing"] as readonly string[];
    try {
      if (missing.length > 0) {
        const names = [plain, posix.join(String(head["real"]), ...missing)];
        await judgeChange(channel, ground.refuseWrite, names, place);
      }
    } catch (error) {
      channel.tell("close", { file });
      throw error;
    }
    await channel.ask("make", { file, missing });
  });
}

/** Removes a name on the host: a file, a link itself, or with `recursive` a folder and all below it. */
export async function removeRemote(
  ground: RemoteGround,
  path: string,
  { recursive = false, ignoreMissing = false }: RemoveOptions = {},
): Promise<void> {
  const place = { syscall: "rm", path };
  const plain = printablePath(path, place);
  const removing = onHost(ground, place, async (channel) => {
    const { head, payload } = await channel.ask("doom", { path: plain, recursive });
    const target = Number(head["handle"]);
    try {
      const names = head["names"] as readonly string[];
      await judgeChange(channel, ground.refuseWrite, names, place);
      if (head["isFolder"] === true && !recursive) {
        throw new FsFault("EISDIR", place, { hint: "A folder is removed only with the recursive option." });
      }
      await judgeChange(channel, ground.refuseWrite, entriesOf(payload), place);
      await channel.ask("remove", { target });
    } catch (error) {
      channel.tell("drop", { target });
      throw error;
    }
  });
  await removing.catch((error: unknown) => {
    if (!(ignoreMissing && isFsFault(error, "ENOENT"))) throw error;
  });
}

/** A list as the agent sends it; a name that is no UTF-8 shows with marks in it. */
function entriesOf(payload: Buffer): string[] {
  return payload.toString("utf8").split("\0").slice(0, -1);
}
