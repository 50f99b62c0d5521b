import type { LaunchLine } from "../local/launch-line.ts";
import { descriptorOf } from "./descriptor-of.ts";
import type { GuardedPlaces } from "./guarded-places.ts";
import type { HiddenPlace, SandboxLayout } from "./sandbox-layout.ts";

/** What all commands of a shell have in common, put together once. */
export interface FixedArguments {
  readonly layout: SandboxLayout;
  readonly env: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** What makes one command's sandbox beside that. */
export interface SandboxPlan {
  readonly fixed: FixedArguments;
  readonly guarded: GuardedPlaces;
  readonly cwd: string;
  /** The line that enters a network made for it; without one there is none. */
  readonly entrance?: readonly string[] | undefined;
}

/** The descriptors bubblewrap reads its arguments and its filter from. */
const ARGUMENTS_AT = 5;
const FILTER_AT = 6;

/** What is and is not shared with the machine, in the order in which bubblewrap lays one over the other. */
export function fixArguments(
  layout: SandboxLayout,
  env: Readonly<Record<string, string>>,
  scratchBytes: number,
): FixedArguments {
  const fresh = (folder: string) => ["--size", String(scratchBytes), "--tmpfs", folder];
  const options = [
    ["--unshare-all", "--unshare-user", "--disable-userns"],
    ["--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL"],
    ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    onItself("--ro-bind", ["/proc/sys"]),
    // The rest of it too: root could write to more files of the machine there (irq, bus, sysrq-trigger and some drivers'),
    // and everybody to the memory of the first process.
    ["--remount-ro", "/proc"],
    ["/dev/shm", ...layout.private].flatMap(fresh),
    ["--dir", layout.home],
    onItself("--ro-bind-try", layout.shown),
    onItself("--bind", layout.writable),
    layout.hidden.flatMap(cover),
    ["--seccomp", String(FILTER_AT), "--clearenv"],
    variables(Object.entries(env)),
  ];
  return { layout, env, bytes: listOf(options.flat()) };
}

/**
 * The line that runs another one in a sandbox. Its arguments, the environment with them, are given by descriptor: anybody on
 * the machine can read a command line.
 */
export function bubblewrapLine(
  program: string,
  plan: SandboxPlan,
  filter: Uint8Array,
  inner: LaunchLine,
): LaunchLine {
  const { fixed, guarded, cwd, entrance } = plan;
  const options = [
    entrance === undefined ? [] : ["--share-net"],
    onItself("--bind-try", guarded.pinned),
    onItself("--ro-bind-try", guarded.readOnly),
    onItself("--bind-try", fixed.layout.writable.map(scratchOf)),
    ["--chdir", cwd],
    variables(Object.entries(inner.env).filter(([name, value]) => fixed.env[name] !== value)),
  ];
  const [first, ...rest] = [...(entrance ?? []), program];
  return {
    program: first,
    args: [...rest, "--args", String(ARGUMENTS_AT), "--", inner.program, ...inner.args],
    env: {},
    given: [Buffer.concat([fixed.bytes, listOf(options.flat())]), filter].map(descriptorOf),
  };
}

function onItself(how: string, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [how, path, path]);
}

/** The part of Deckhand's own folder that tools may write to. */
function scratchOf(root: string): string {
  return `${root}/.deckhand/scratch`;
}

function cover({ path, isFolder }: HiddenPlace): readonly string[] {
  return isFolder ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
}

function variables(entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.flatMap(([name, value]) => ["--setenv", name, value]);
}

/** A NUL ends an argument, so one inside would begin another. */
function listOf(options: readonly string[]): Uint8Array {
  if (options.some((option) => option.includes("\0"))) throw new Error("a setting of it holds a NUL byte");
  return Buffer.from(options.map((option) => `${option}\0`).join(""), "utf8");
}
