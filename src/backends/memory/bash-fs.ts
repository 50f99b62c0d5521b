import { posix } from "node:path";
import type { BufferEncoding, FsStat as BashStat, IFileSystem } from "just-bash";
import { type Fs, FsFault, type FsStat, isFsFault } from "../../kernel/index.ts";
import type { LinkingFs } from "./memory-fs.ts";

const FOLDER_MODE = 0o755;
const LINK_MODE = 0o777;

/** Shows an Fs to just-bash, so that commands see and change the same files as the tools do. */
export function toBashFs(fs: Fs & Partial<LinkingFs>): IFileSystem {
  return {
    readFile: async (path, options) => Buffer.from(await fs.readBytes(path)).toString(encodingOf(options)),
    readFileBuffer: (path) => fs.readBytes(path),
    writeFile: (path, content, options) => fs.writeFile(path, toBytes(content, options)),
    appendFile: (path, content, options) => append(fs, path, toBytes(content, options)),
    exists: (path) => fs.exists(path),
    stat: (path) => statOf(fs, path, true),
    lstat: (path) => statOf(fs, path, false),
    mkdir: (path, options) => makeFolder(fs, path, options?.recursive === true),
    readdir: async (path) => (await fs.readdir(path)).map((child) => child.name),
    readdirWithFileTypes: async (path) =>
      (await fs.readdir(path)).map(({ name, isDirectory, isSymlink = false }) => ({
        name,
        isDirectory,
        isSymbolicLink: isSymlink,
        isFile: !isDirectory && !isSymlink,
      })),
    rm: (path, options) => remove(fs, path, options?.recursive === true, options?.force === true),
    cp: (from, to, options) => copy(fs, from, to, options?.recursive === true),
    mv: async (from, to) => {
      await copy(fs, from, to, true);
      await fs.rm(from, { recursive: true });
    },
    resolvePath: (base, path) => posix.resolve(base, path),
    getAllPaths: () => [],
    chmod: (path, mode) => setMode(fs, path, mode),
    symlink: (target, path) => fs.symlink?.(target, path) ?? unsupported("symlink", path),
    link: (_existing, path) => unsupported("link", path),
    readlink: (path) => fs.readlink?.(path) ?? unsupported("readlink", path),
    realpath: (path) => fs.realpath?.(path) ?? openedPath(fs, path),
    utimes: async (path, _accessed, modified) => fs.touch?.(path, modified.getTime()),
  };
}

function encodingOf(options?: { encoding?: BufferEncoding | null } | BufferEncoding): BufferEncoding {
  return (typeof options === "string" ? options : options?.encoding) ?? "utf8";
}

function toBytes(
  content: string | Uint8Array,
  options?: { encoding?: BufferEncoding } | BufferEncoding,
): Uint8Array {
  return typeof content === "string" ? Buffer.from(content, encodingOf(options)) : content;
}

async function append(fs: Fs, path: string, bytes: Uint8Array): Promise<void> {
  if (!(await fs.exists(path))) return fs.writeFile(path, bytes);
  await rewrite(fs, path, (before) => [before, bytes]);
}

async function setMode(fs: Fs, path: string, mode: number): Promise<void> {
  // Folders have no modes here.
  if ((await statOf(fs, path, true)).isDirectory) return;
  await rewrite(fs, path, (bytes) => [bytes], mode);
}

async function rewrite(
  fs: Fs,
  path: string,
  change: (bytes: Uint8Array) => readonly Uint8Array[],
  mode?: number,
): Promise<void> {
  const file = await fs.open(path);
  try {
    const bytes = change(await file.read(0, file.size));
    await fs.replace(path, bytes, { expect: file.identity, mode: mode ?? file.mode });
  } finally {
    await file.close();
  }
}

async function statOf(fs: Fs, path: string, follow: boolean): Promise<BashStat> {
  const stat = await fs.stat(path);
  if (stat.isDirectory) return bashStat(stat, FOLDER_MODE);
  if (stat.isSymlink && !follow) return bashStat(stat, LINK_MODE);
  try {
    const file = await fs.open(path);
    await file.close();
    const { size, mode } = file;
    return bashStat({ ...stat, isSymlink: false, isFile: true, size }, mode);
  } catch (error) {
    if (!isFsFault(error, "EISDIR")) throw error;
    return bashStat({ ...stat, isSymlink: false, isDirectory: true }, FOLDER_MODE);
  }
}

function bashStat({ isFile, isDirectory, isSymlink, size, modifiedMs }: FsStat, mode: number): BashStat {
  return { isFile, isDirectory, isSymbolicLink: isSymlink, mode, size, mtime: new Date(modifiedMs) };
}

async function makeFolder(fs: Fs, path: string, recursive: boolean): Promise<void> {
  if (!recursive) {
    if (await fs.exists(path)) throw new FsFault("EEXIST", { syscall: "mkdir", path });
    if (!(await fs.exists(posix.dirname(path)))) throw new FsFault("ENOENT", { syscall: "mkdir", path });
  }
  await fs.mkdir(path);
}

async function remove(fs: Fs, path: string, recursive: boolean, ignoreMissing: boolean): Promise<void> {
  try {
    await fs.rm(path, { recursive, ignoreMissing });
  } catch (error) {
    // The shell removes an empty folder where the seam asks for `recursive`.
    if (!isFsFault(error, "EISDIR")) throw error;
    if ((await fs.readdir(path)).length > 0) throw new FsFault("ENOTEMPTY", { syscall: "rmdir", path });
    await fs.rm(path, { recursive: true });
  }
}

async function copy(
  fs: Fs & Partial<LinkingFs>,
  from: string,
  to: string,
  recursive: boolean,
): Promise<void> {
  const stat = await fs.stat(from);
  if (stat.isDirectory) {
    if (!recursive) throw new FsFault("EISDIR", { syscall: "cp", path: from });
    await fs.mkdir(to);
    for (const { name } of await fs.readdir(from)) {
      await copy(fs, posix.join(from, name), posix.join(to, name), true);
    }
  } else if (stat.isSymlink && recursive && fs.symlink !== undefined && fs.readlink !== undefined) {
    await fs.rm(to, { ignoreMissing: true });
    await fs.symlink(await fs.readlink(from), to);
  } else {
    const file = await fs.open(from);
    try {
      await fs.replace(to, await file.read(0, file.size), { mode: file.mode });
    } finally {
      await file.close();
    }
  }
}

function unsupported(syscall: string, path: string): Promise<never> {
  return Promise.reject(new FsFault("EPERM", { syscall, path }));
}

async function openedPath(fs: Fs, path: string): Promise<string> {
  if ((await fs.stat(path)).isDirectory) return posix.normalize(path);
  const file = await fs.open(path);
  await file.close();
  return file.path;
}
