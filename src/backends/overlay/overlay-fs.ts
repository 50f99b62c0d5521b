import {
  type Fs,
  FsFault,
  type FsStat,
  isFsFault,
  isResultHandle,
  type StagedFs,
} from "../../kernel/index.ts";
import { copyBytes } from "../memory/copy-bytes.ts";
import { openBytes } from "../memory/open-bytes.ts";
import { plainPath, printablePath } from "../plain-path.ts";
import { commitStage } from "./commit-stage.ts";
import { NEW_FILE_MODE, stageFile, stageFolder, stageRemoval } from "./stage-changes.ts";
import { changesOf, type Staged, type StagedFile } from "./staged.ts";
import { createTurns } from "./turns.ts";
import { childrenOf, kindOf, look, missing, type Sight } from "./view.ts";

/**
 * An Fs over another whose writes are kept aside until `commit` or `drop`.
 * New names in a linked folder are staged as they are spelled: another spelling shows them only after the commit.
 */
export function createOverlayFs(lower: Fs): StagedFs {
  const stage = new Map<string, Staged>();
  const ground = { lower, stage };
  const inTurn = createTurns();
  return {
    readText: async (path) => {
      const file = await stagedFile(path);
      return file === undefined ? lower.readText(path) : Buffer.from(file.staged.bytes).toString("utf8");
    },
    readBytes: async (path) => {
      const file = await stagedFile(path);
      return file === undefined ? lower.readBytes(path) : file.staged.bytes.slice();
    },
    open: async (path) => {
      const file = await stagedFile(path);
      if (file === undefined) return lower.open(path);
      const { identity, bytes, mode, below } = file.staged;
      const kept = below.kind === "file" ? below.mode : NEW_FILE_MODE;
      return openBytes(bytes, { path: file.key, identity, mode: mode ?? kept, links: 1 });
    },
    stat: async (path) => {
      const sight = await see(path, "stat", false);
      if (kindOf(sight) === "absent") throw missing(sight, "stat", path);
      return sight.staged === undefined ? lower.stat(path) : statOf(sight.staged);
    },
    exists: async (path) => {
      try {
        const sight = await see(path, "access", true);
        return kindOf(sight) === "link or special" ? lower.exists(path) : kindOf(sight) !== "absent";
      } catch (error) {
        if (isFsFault(error)) return false;
        throw error;
      }
    },
    readdir: async (path) => childrenOf(lower, stage, await see(path, "scandir", true), path),
    writeFile: async (path, data) => {
      const bytes = copyBytes(data);
      await inTurn(() => stageFile(ground, path, bytes));
    },
    replace: async (path, data, options) => {
      const bytes = copyBytes(data);
      return inTurn(() => stageFile(ground, path, bytes, options));
    },
    mkdir: (path) => inTurn(() => stageFolder(ground, path)),
    rm: (path, options) => inTurn(() => stageRemoval(ground, path, options)),
    changes: () => changesOf(stage),
    commit: () =>
      inTurn(async () => {
        const written = await commitStage(lower, stage);
        stage.clear();
        return written;
      }),
    drop: () => stage.clear(),
  };

  async function stagedFile(path: string): Promise<StagedSight | undefined> {
    if (!isResultHandle(path)) printablePath(path, { syscall: "open", path });
    const sight = await see(path, "open", true);
    const { key, staged } = sight;
    if (kindOf(sight) === "absent") throw missing(sight, "open", path);
    if (staged?.kind === "folder") throw new FsFault("EISDIR", { syscall: "read" });
    return staged?.kind === "file" ? { key, staged } : undefined;
  }

  function see(path: string, syscall: string, follow: boolean): Promise<Sight> {
    // Only the Fs below knows what a result's address stands for.
    if (isResultHandle(path)) {
      return Promise.resolve({ key: path, staged: undefined, below: { kind: "link or special" } });
    }
    return look(lower, stage, plainPath(path, { syscall, path }), follow);
  }
}

interface StagedSight {
  readonly key: string;
  readonly staged: StagedFile;
}

function statOf(staged: Staged): FsStat {
  const isFile = staged.kind === "file";
  return {
    isFile,
    isDirectory: staged.kind === "folder",
    isSymlink: false,
    size: isFile ? staged.bytes.length : 0,
    modifiedMs: staged.kind === "gone" ? 0 : staged.modifiedMs,
  };
}
