import { readFileSync } from "node:fs";
import type { SandboxPlan } from "./bubblewrap-line.ts";
import { scratchOf } from "./bubblewrap-line.ts";
import { boundOnto, type Mount, mountedBelow, readMountTable } from "./mount-table.ts";

/** What the first process says when it finds a mount that nobody asked for. */
export const MISPLACED = "files of the machine lie where they do not belong";

/** The machine's own devices that every sandbox has. */
const DEVICES = ["null", "zero", "full", "random", "urandom", "tty"].map((name) => `/dev/${name}`);

/**
 * A script that looks at what was mounted before a command begins, and ends where files of the machine show up that were not
 * meant to. bubblewrap takes paths one after the other: another command that runs meanwhile can put a link in the place of
 * one of them, so that a folder from outside is bound, or to somewhere else. Whatever has a device of its own is fresh.
 * The table has mounts in the order in which they were made. First comes the machine as it is, whatever is mounted in it:
 * no path of a command's has a part in that. The fresh /dev ends it, and from there on each mount was asked for.
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
asked=no
while read -r id above device root place how rest; do
  case $devices in
    *" $device "*) [ $asked = yes ] || continue ;;
    *) [ "$place" != /dev ] || asked=yes; continue ;;
  esac
  line="$device $root $place \${how%%,*}"
  case $always in *"$nl$line$nl"*) continue ;; esac
  case $once in
    *"$nl$line$nl"*) once=\${once%%"$nl$line$nl"*}$nl\${once#*"$nl$line$nl"} ;;
    *) echo "${MISPLACED}: $place" >&2; exit 1 ;;
  esac
done </proc/self/mountinfo
[ $asked = yes ] || exit 1
unset nl once always devices asked id above device root place how rest line
`;
}

/** Each of these may be there once: a second one would take away what was laid over the first. */
function meantOnce({ fixed, guarded }: SandboxPlan, mounts: readonly Mount[]): readonly string[] {
  const { writable, shown, hidden } = fixed.layout;
  const bound = (paths: readonly string[], how: string): readonly string[] =>
    paths.flatMap((path) => spelled(boundOnto(mounts, path), how));
  return [
    ...bound(["/proc/sys", ...guarded.readOnly], "ro"),
    ...shown.flatMap(({ path, from }) => spelled(boundOnto(mounts, from, path), "ro")),
    ...bound([...DEVICES, ...writable, ...guarded.pinned, ...writable.map(scratchOf)], "rw"),
    ...hidden.flatMap(({ path }) => spelled(boundOnto(mounts, "/dev/null", path), "ro")),
  ];
}

/** What is mounted in a folder comes along with every bind of it. */
function meantAlways({ fixed, guarded }: SandboxPlan, mounts: readonly Mount[]): readonly string[] {
  const folders = ["/proc/sys", ...fixed.layout.writable, ...guarded.readOnly];
  const binds = [...folders.map((path) => ({ path, from: path })), ...fixed.layout.shown];
  return binds
    .flatMap(({ path, from }) => mountedBelow(mounts, from, path))
    .flatMap((mount) => [...spelled(mount, "ro"), ...spelled(mount, "rw")]);
}

function spelled(mount: Mount | undefined, how: string): readonly string[] {
  return mount === undefined ? [] : [`${mount.device} ${mount.root} ${mount.place} ${how}`];
}

function listed(lines: readonly string[]): string {
  return `\n${lines.join("\n\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
