import { type Fs, FsFault, type FsFile, isResultHandle, type ResultStore } from "../kernel/index.ts";

/** The same Fs, with kept results readable under their addresses wherever a path is. */
export function withResults(fs: Fs, results: ResultStore): Fs {
  return {
    ...fs,
    readText: async (path) =>
      isResultHandle(path) ? Buffer.from(await wholeOf(path)).toString("utf8") : fs.readText(path),
    readBytes: (path) => (isResultHandle(path) ? wholeOf(path) : fs.readBytes(path)),
    open: (path) => (isResultHandle(path) ? results.open(path) : fs.open(path)),
    stat: async (path) => {
      if (!isResultHandle(path)) return fs.stat(path);
      const { size } = await using(path, (file) => Promise.resolve(file));
      return { isFile: true, isDirectory: false, isSymlink: false, size, modifiedMs: 0 };
    },
    exists: (path) =>
      isResultHandle(path) ? using(path, () => Promise.resolve(true)).catch(() => false) : fs.exists(path),
    readdir: (path) =>
      isResultHandle(path)
        ? Promise.reject(new FsFault("ENOTDIR", { syscall: "scandir", path }))
        : fs.readdir(path),
    writeFile: (path, data) => refuseHandle(path) ?? fs.writeFile(path, data),
    replace: (path, bytes, options) => refuseHandle(path) ?? fs.replace(path, bytes, options),
    rm: (path, options) => refuseHandle(path) ?? fs.rm(path, options),
    mkdir: (path) => refuseHandle(path) ?? fs.mkdir(path),
  };

  async function using<T>(
    path: Parameters<ResultStore["open"]>[0],
    use: (file: FsFile) => Promise<T>,
  ): Promise<T> {
    const file = await results.open(path);
    try {
      return await use(file);
    } finally {
      await file.close();
    }
  }

  function wholeOf(path: Parameters<ResultStore["open"]>[0]): Promise<Uint8Array> {
    return using(path, (file) => file.read(0, file.size));
  }
}

function refuseHandle(path: string): Promise<never> | undefined {
  if (!isResultHandle(path)) return undefined;
  const hint = "Kept results are read-only; write to a file in the workspace instead.";
  return Promise.reject(new FsFault("EROFS", { syscall: "open", path }, { hint }));
}
