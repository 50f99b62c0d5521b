import { basename, dirname } from "node:path";
import type { Word } from "../simple-command.ts";

/** Folders that belong to the system: nothing below them is written or deleted, at any level. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set([
  "bin",
  "boot",
  "dev",
  "etc",
  "lib",
  "lib32",
  "lib64",
  "libx32",
  "lost+found",
  "nix",
  "opt",
  "proc",
  "run",
  "sbin",
  "snap",
  "srv",
  "sys",
  "usr",
  "var",
  "System",
  "Library",
  "Applications",
  "Volumes",
  "private",
  "cores",
]);

/** Below the system's folders, what everybody may write. */
const SCRATCH = /^\/(?:var\/tmp|dev\/shm|run\/user\/\d+|private\/tmp|private\/var\/(?:tmp|folders))(?:\/|$)/;

/** Folders that hold other folders and are lost as a whole. */
const HOLDERS: ReadonlySet<string> = new Set(["/", "/home", "/Users", "/mnt", "/media", "/tmp", "/root"]);

/** Devices that give or take bytes and keep none. */
const STREAMS = /^\/dev\/(?:null|zero|full|u?random|stdin|stdout|stderr|fd\/\d+)$|^\/proc\/self\/fd\/\d+$/;

/** What says what a system is, and holds nothing of anybody's. */
const FACTS =
  /^\/(?:etc\/(?:os-release|lsb-release|debian_version|alpine-release|redhat-release|issue|timezone|shells)|usr\/lib\/os-release|proc\/(?:cpuinfo|meminfo|version|loadavg|uptime|filesystems|stat|vmstat|swaps|self\/(?:status|limits|cgroup)|sys\/kernel\/(?:ostype|osrelease|version))|sys\/class\/thermal\/.*|sys\/fs\/cgroup\/(?:cpu|memory|pids)\..*)$/;

/** What other processes keep to themselves. */
const PROCESSES =
  /^\/proc\/(?!self\/|thread-self\/)[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|maps|smaps|auxv|stack|syscall|root|cwd|fd|fdinfo|exe|ns)(?:\/|$)/;

/** What makes a program start by itself later on, or lets somebody in. */
const LASTING =
  /\/\.ssh\/(?:authorized_keys2?|rc|config|environment)$|\/\.config\/(?:autostart|systemd|environment\.d)(?:\/|$)|\/Library\/LaunchAgents(?:\/|$)|\/\.(?:xprofile|xinitrc|xsession|xsessionrc|pam_environment|inputrc|forward)$|\/\.local\/share\/(?:systemd|autostart)(?:\/|$)/;

export function isStream(path: string): boolean {
  return (path.startsWith("/dev/") || path.startsWith("/proc/")) && STREAMS.test(path);
}

/** Names under which the shell opens connections. */
export function isSocket({ text }: Word): boolean {
  return text !== undefined && /^\/dev\/(?:tcp|udp)\//.test(text);
}

export function isSystemFact(path: string): boolean {
  return FACTS.test(path);
}

export function isOtherProcess(path: string): boolean {
  return path.startsWith("/proc/") && PROCESSES.test(path);
}

export function isLasting(path: string): boolean {
  return LASTING.test(path);
}

export function isSystemPlace(path: string): boolean {
  if (path === "/") return true;
  const end = path.indexOf("/", 1);
  return SYSTEM_FOLDERS.has(path.slice(1, end === -1 ? path.length : end)) && !SCRATCH.test(path);
}

/** Names of folders below the root that a pattern may mean. */
export const SYSTEM_NAMES: readonly string[] = [...SYSTEM_FOLDERS, "home", "root", "Users"];

/** Whether deleting it loses a home folder, or everything of a kind. */
export function isWholeTree(path: string, home: string): boolean {
  if (HOLDERS.has(path) || path === home) return true;
  const parent = dirname(path);
  return (parent === "/home" || parent === "/Users") && basename(path) !== "";
}
