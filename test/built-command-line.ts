import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));

/** What a finished command printed. */
export interface Printed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command line as users get it: compiled, in a process of its own. */
export interface BuiltCommandLine {
  readonly main: string;
  start(args: readonly string[], cwd: string): ChildProcess;
  run(args: readonly string[], cwd: string, input?: string): Promise<Printed>;
  close(): Promise<void>;
}

/** Builds the command line into a folder of its own beside the packages it needs. */
export async function buildCommandLine(): Promise<BuiltCommandLine> {
  const cache = join(REPOSITORY, ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "built-"));
  await copyFile(join(REPOSITORY, "package.json"), join(folder, "package.json"));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const built = promisify(execFile)(process.execPath, ["scripts/build.mjs", "--out", join(folder, "dist")], {
    cwd: REPOSITORY,
  });
  await built.catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const main = join(folder, "dist/delivery/cli/main.js");
  const start: BuiltCommandLine["start"] = (args, cwd) => spawn(process.execPath, [main, ...args], { cwd });
  return {
    main,
    start,
    run: async (args, cwd, input) => {
      const child = start(args, cwd);
      child.stdin?.end(input);
      return printedBy(child);
    },
    close,
  };
}

/** Waits for a process to end and returns what it printed. */
export async function printedBy(child: ChildProcess): Promise<Printed> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => void (err += chunk.toString()));
  const code = await new Promise<number | null>((done) => {
    child.once("close", done);
  });
  return { code, out, err };
}
