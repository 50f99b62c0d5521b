import { findProgram, type NamespaceWay } from "./launch-line.ts";
import { launch } from "./launch.ts";

/** The ways to make a PID namespace, the best first; a fresh /proc lets `ps` and `/proc/$$` see what is inside. */
const OWN_PROC = ["--pid", "--fork", "--kill-child", "--mount-proc"];
const SAME_PROC = ["--pid", "--fork", "--kill-child"];
const AS_USER = ["--user", "--map-current-user"];

/** Finds out by trying, never by asking for a version, whether commands can have a PID namespace of their own. */
export async function findNamespace(
  env: Readonly<Record<string, string>>,
): Promise<NamespaceWay | undefined> {
  const helper = findProgram("unshare", env["PATH"]);
  if (process.platform !== "linux" || helper === undefined) return undefined;
  const asRoot = process.getuid?.() === 0 ? [OWN_PROC, SAME_PROC] : [];
  for (const options of [...asRoot, [...AS_USER, ...OWN_PROC], [...AS_USER, ...SAME_PROC]]) {
    const way = unshareWay(helper, options);
    if (await works(way, env)) return way;
  }
  return undefined;
}

function unshareWay(helper: string, options: readonly string[]): NamespaceWay {
  return {
    enter: ({ program, args, env }) => ({ program: helper, args: [...options, "--", program, ...args], env }),
  };
}

const CANARY_MS = 5_000;

/** A way works if a process inside is told apart by its signal and leaves nothing behind. */
async function works(namespace: NamespaceWay, env: Readonly<Record<string, string>>): Promise<boolean> {
  const plan = { command: "kill -KILL $$", cwd: "/", env, mark: "", namespace, takePipes: noPipes } as const;
  try {
    const launched = await launch({ ...plan, stdin: "ignore", output: "ignore" });
    const timer = setTimeout(() => launched.tree.signal("SIGKILL"), CANARY_MS);
    const { exit, leavesNothing } = await launched.exited;
    await launched.closed;
    clearTimeout(timer);
    return exit.signal === "SIGKILL" && leavesNothing && launched.child.exitCode === 0;
  } catch {
    return false;
  }
}

function noPipes(): Promise<undefined> {
  return Promise.resolve(undefined);
}
