import { readFileSync } from "node:fs";
import type { SandboxPlan } from "./bubblewrap-line.ts";
import { scratchOf } from "./bubblewrap-line.ts";
import { boundOntoItself, type Mount, readMountTable } from "./mount-table.ts";

/** What the first process says when it finds a mount that nobody asked for. */
export const MISPLACED = "files of the machine lie where they do not belong";

/** The machine's own devices that every sandbox has. */
const DEVICES = ["null", "zero", "full", "random", "urandom", "tty"].map((name) => `/dev/${name}`);

/**
 * A script that looks at what is mounted before a command begins, and ends where files of the machine show up that were not
 * meant to. bubblewrap takes paths one after the other: another command that runs meanwhile can put a link in the place of
 * one of them, so that a folder from outside is bound, or to somewhere else. Whatever has a device of its own is fresh.
 */
export function mountCheck(plan: SandboxPlan, table = readFileSync("/proc/self/mountinfo", "utf8")): string {
  const mounts = readMountTable(table);
  const devices = new Set(mounts.map(({ device }) => device));
  return `
nl='
'
once=${quoted(listed(meantOnce(plan, mounts)))}
always=${quoted(listed(meantAlways(plan, mounts)))}
devices=' ${[...devices].join(" ")} '
while read -r id above device root place how rest; do
  case $rest in *"- cgroup"*) root='*' ;; esac
  line="$device $root $place \${how%%,*}"
  case $always in *"$nl$line$nl"*) continue ;; esac
  case $once in
    *"$nl$line$nl"*) once=\${once%%"$nl$line$nl"*}$nl\${once#*"$nl$line$nl"} ;;
    *) case $devices in *" $device "*) echo "${MISPLACED}: $place" >&2; exit 1 ;; esac ;;
  esac
done </proc/self/mountinfo
unset nl once always devices id above device root place how rest line
`;
}

/** Each of these may be there once: a second one would take away what was laid over the first. */
function meantOnce({ fixed, guarded }: SandboxPlan, mounts: readonly Mount[]): readonly string[] {
  const { writable, shown, hidden } = fixed.layout;
  const bound = (paths: readonly string[], how: string): readonly string[] =>
    paths.flatMap((path) => spelled(boundOntoItself(mounts, path), how));
  const nothing = boundOntoItself(mounts, "/dev/null");
  return [
    // All of the machine is bound for reading; what is mounted over, with what it was.
    ...mounts.flatMap((mount, at) => spelled(mount, isCovered(mounts, at) ? "rw" : "ro")),
    ...mounts.flatMap((mount, at) => (isCovered(mounts, at) ? spelled(mount, "ro") : [])),
    ...bound(["/proc/sys", ...shown, ...guarded.readOnly], "ro"),
    ...bound([...DEVICES, ...writable, ...guarded.pinned, ...writable.map(scratchOf)], "rw"),
    ...hidden.flatMap(({ path }) => {
      const place = boundOntoItself(mounts, path)?.place;
      return nothing === undefined || place === undefined ? [] : spelled({ ...nothing, place }, "ro");
    }),
  ];
}

/** What is mounted in a folder comes along with every bind of it. */
function meantAlways({ fixed, guarded }: SandboxPlan, mounts: readonly Mount[]): readonly string[] {
  const folders = [...fixed.layout.writable, ...fixed.layout.shown, ...guarded.readOnly];
  const places = folders.flatMap((path) => boundOntoItself(mounts, path)?.place ?? []);
  return mounts
    .filter(({ place }) => places.some((folder) => place.startsWith(`${folder}/`)))
    .flatMap((mount) => [...spelled(mount, "ro"), ...spelled(mount, "rw")]);
}

function isCovered(mounts: readonly Mount[], at: number): boolean {
  return mounts.slice(at + 1).some(({ place }) => place === mounts[at]?.place);
}

/** Control groups are named differently in each namespace of theirs. */
function spelled(mount: Mount | undefined, how: string): readonly string[] {
  if (mount === undefined) return [];
  const { device, root, place, kind } = mount;
  return [`${device} ${kind.startsWith("cgroup") ? "*" : root} ${place} ${how}`];
}

function listed(lines: readonly string[]): string {
  return `\n${lines.join("\n\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
