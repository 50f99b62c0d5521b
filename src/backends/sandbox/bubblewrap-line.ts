import { realpathSync } from "node:fs";
import { Fault } from "../../kernel/index.ts";
import type { LaunchLine } from "../local/launch-line.ts";
import { descriptorOf } from "./descriptor-of.ts";
import type { GuardedPlaces } from "./guarded-places.ts";
import type { HiddenPlace, SandboxLayout } from "./sandbox-layout.ts";

/** What all commands of a shell have in common, put together once. */
export interface FixedArguments {
  readonly layout: SandboxLayout;
  readonly env: Readonly<Record<string, string>>;
  /** What comes before a command's own arguments, and what after them. */
  readonly bytes: Uint8Array;
  readonly covers: Uint8Array;
}

/** What makes one command's sandbox beside that. */
export interface SandboxPlan {
  readonly fixed: FixedArguments;
  readonly guarded: GuardedPlaces;
  readonly cwd: string;
  /** True when no other command can be at work in the same folders. */
  readonly isAlone: boolean;
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
    // What bubblewrap makes of it has no bound of its own.
    ["--remount-ro", "/dev"],
    ["--dir", layout.home],
    layout.shown.flatMap(({ path, from }) => ["--ro-bind-try", from, path]),
    layout.links.flatMap(({ path, from }) => ["--symlink", from, path]),
    onItself("--bind", layout.writable),
    ["--seccomp", String(FILTER_AT), "--clearenv"],
    variables(Object.entries(env)),
  ];
  // Last of all: a folder bound onto itself afterwards would bring back what is hidden in it.
  const covers = listOf(layout.hidden.flatMap(cover));
  return { layout, env, bytes: listOf(options.flat()), covers };
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
  const { writable } = fixed.layout;
  for (const root of writable) if (!isItself(root)) throw movedFault(root);
  const options = [
    entrance === undefined ? [] : ["--share-net"],
    onItself("--bind-try", guarded.pinned.filter(isItself)),
    onItself("--ro-bind-try", guarded.readOnly.filter(isItself)),
    onItself("--bind-try", writable.map(scratchOf).filter(isItself)),
    ["--chdir", cwd],
    variables(Object.entries(inner.env).filter(([name, value]) => fixed.env[name] !== value)),
  ];
  const [first, ...rest] = [...(entrance ?? []), program];
  return {
    program: first,
    args: [...rest, "--args", String(ARGUMENTS_AT), "--", inner.program, ...inner.args],
    env: {},
    given: [Buffer.concat([fixed.bytes, listOf(options.flat()), fixed.covers]), filter].map(descriptorOf),
  };
}

/** bubblewrap follows links: what a command has made one of by now would be bound wherever it leads, to be written to. */
function isItself(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

function movedFault(root: string): Fault {
  return new Fault(
    "unavailable",
    `${root} is no longer there or has become a link, so no command can work in it.`,
    {
      hint: "Put the folder back, or open another session.",
    },
  );
}

function onItself(how: string, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [how, path, path]);
}

/** The part of Deckhand's own folder that tools may write to. */
export function scratchOf(root: string): string {
  return `${root}/.deckhand/scratch`;
}

function cover({ path, isFolder }: HiddenPlace): readonly string[] {
  return isFolder ? ["--tmpfs", path, "--remount-ro", path] : ["--ro-bind", "/dev/null", path];
}

function variables(entries: readonly (readonly [string, string])[]): readonly string[] {
  return entries.flatMap(([name, value]) => ["--setenv", name, value]);
}

/** A NUL ends an argument, so one inside would begin another. */
function listOf(options: readonly string[]): Uint8Array {
  if (options.some((option) => option.includes("\0"))) throw new Error("a setting of it holds a NUL byte");
  return Buffer.from(options.map((option) => `${option}\0`).join(""), "utf8");
}
