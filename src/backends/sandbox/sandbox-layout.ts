import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fault } from "../../kernel/index.ts";
import { contains } from "../local/confinement.ts";
import { findToolPlaces, outermost } from "./tool-places.ts";

/** What a sandbox shows of the machine beside the whole of it for reading. */
export interface SandboxLayout {
  /** Folders that commands may write to, the outer ones first. */
  readonly writable: readonly string[];
  /** Folders that are fresh and empty for each command. */
  readonly private: readonly string[];
  /** What is shown of those for reading. */
  readonly shown: readonly ShownPlace[];
  /** The same where a link of a person's leads into a writable folder: it stays a link, as commands decide what is there. */
  readonly links: readonly ShownPlace[];
  /** What nobody inside may see, wherever it lies. */
  readonly hidden: readonly HiddenPlace[];
  /** Below a private folder, if not one itself. */
  readonly home: string;
}

/** A file or folder, and where it really lies. */
export interface ShownPlace {
  readonly path: string;
  readonly from: string;
}

/** A file or folder that looks empty inside. */
export interface HiddenPlace {
  readonly path: string;
  readonly isFolder: boolean;
}

/** What a layout is made from. */
export interface LayoutFacts {
  readonly roots: readonly string[];
  readonly home: string;
  readonly hidden: readonly string[];
  readonly readable: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const TEMPORARY = ["/tmp", "/var/tmp", "/run"];
const HOMES = ["/root", "/home"];

/** Whoever may write to one of these has the machine. */
const SYSTEM = [
  "/bin",
  "/boot",
  "/dev",
  "/etc",
  "/lib",
  "/lib64",
  "/proc",
  "/run",
  "/sbin",
  "/sys",
  "/usr",
  "/var",
];

/** Logins and keys of the machine itself, which root could read. */
const SYSTEM_SECRETS = [
  ["/etc/shadow", "/etc/shadow-", "/etc/ssl/private", "/etc/pki/tls/private", "/etc/krb5.keytab"],
  ["/etc/wireguard", "/etc/NetworkManager/system-connections", "/var/spool/cron"],
].flat();

/** The same of a person, for when their home lies in a writable folder and so is not fresh. */
const HOME_SECRETS = [
  [
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".netrc",
    ".pgpass",
    ".git-credentials",
    ".pypirc",
  ],
  [".config/gcloud", ".config/gh", ".config/git/credentials", ".config/deckhand", ".local/state/deckhand"],
  [".local/share/keyrings", ".mozilla", ".config/google-chrome", ".config/chromium", ".password-store"],
  [".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials", ".vault-token", ".my.cnf"],
].flat();

/** Looks at the machine once and decides what a sandbox shows of it. */
export function layOut(facts: LayoutFacts): SandboxLayout {
  const writable = facts.roots.map(realRoot).toSorted((a, b) => a.length - b.length);
  for (const root of writable) refuseSystem(root);
  const home = realPath(facts.home) ?? "/tmp";
  const privates = outermost(
    [...TEMPORARY, ...HOMES, home].flatMap((folder) => (folder === "/" ? [] : (realPath(folder) ?? []))),
  );
  const isWritable = (path: string): boolean => writable.some((root) => contains(root, path));
  const secrets = isWritable(home) ? HOME_SECRETS.map((name) => join(home, name)) : [];
  for (const folder of facts.hidden)
    if (isWritable(folder) && !existsSync(folder)) mkdirSync(folder, { recursive: true });
  const secret = [...facts.hidden, ...secrets, ...SYSTEM_SECRETS, ...hostKeys()].flatMap(hiddenPlace);
  const wanted = outermost([...findToolPlaces(privates, home, facts.env), ...facts.readable]);
  const places = wanted
    .map((path) => ({ path, from: realPath(path) ?? path }))
    .filter(({ path, from }) => !isWritable(path) && !secret.some((each) => contains(each.path, from)));
  const shown = places.filter(({ from }) => !isWritable(from));
  // What lies in a fresh folder is gone anyway, unless it is brought back with something else.
  const isThere = ({ path }: HiddenPlace): boolean =>
    isWritable(path) || !privates.some((folder) => contains(folder, path));
  return {
    writable,
    private: privates,
    shown,
    links: places.filter(({ from }) => isWritable(from)),
    hidden: [...secret.filter(isThere), ...secret.flatMap((place) => broughtBack(place, shown))],
    home,
  };
}

/** Where a secret would be seen because a folder that it lies in is shown. */
function broughtBack({ path, isFolder }: HiddenPlace, shown: readonly ShownPlace[]): readonly HiddenPlace[] {
  const around = shown.filter(({ from }) => contains(from, path));
  return around.map((place) => ({ path: place.path + path.slice(place.from.length), isFolder }));
}

function realRoot(root: string): string {
  const real = realPath(resolve(root));
  if (real !== undefined) return real;
  throw new Fault("invalid_input", `${root} is not there, so no command can work in it.`);
}

function refuseSystem(root: string): void {
  if (root !== "/" && !SYSTEM.includes(root)) return;
  throw new Fault(
    "invalid_input",
    `Commands cannot be given ${root} to write to: the system itself lies in it.`,
    {
      hint: "Use a folder of the project's own as the workspace.",
    },
  );
}

/** The keys of the machine's ssh server, with the whole folder: that is one cover instead of several. */
function hostKeys(): readonly string[] {
  try {
    const keys = readdirSync("/etc/ssh").filter((name) => /^ssh_host_.*_key$/.test(name));
    return keys.some((name) => hiddenPlace(join("/etc/ssh", name)).length > 0) ? ["/etc/ssh"] : [];
  } catch {
    return [];
  }
}

/** Nothing is hidden where nothing is to be read; nobody inside can put anything there either. */
function hiddenPlace(path: string): readonly HiddenPlace[] {
  try {
    const real = realpathSync(path);
    accessSync(real, constants.R_OK);
    return [{ path: real, isFolder: statSync(real).isDirectory() }];
  } catch {
    return [];
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
