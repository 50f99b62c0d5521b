import { canonicalPath, isInside, upTo } from "./mac-path.ts";
import { BASE } from "./seatbelt-base.ts";

/** What a command on macOS may reach; every path absolute and with its links resolved. */
export interface SeatbeltOptions {
  readonly workspace: string;
  /** Further folders that commands may write to. */
  readonly roots?: readonly string[];
  /** What is never written, though it lies in one of those, whether it exists or not. */
  readonly protectedPaths?: readonly string[];
  /** What is never read or written, wherever it lies. */
  readonly hidden?: readonly string[];
  readonly home: string;
  /** Places below the home folder that may be read: the tools a project needs. */
  readonly shown?: readonly string[];
  /** A temporary folder of the command's own. */
  readonly tmp: string;
  /** Nothing, or the proxy that listens on this port of loopback. */
  readonly network: "none" | { readonly proxyPort: number };
}

/** A profile for `sandbox-exec`. */
export interface SeatbeltProfile {
  /** The same for all paths: they are handed over as parameters, so none can say anything in the profile's language. */
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Where people and other programs keep what is theirs. */
const PRIVATE_PLACES = ["/Users", "/Volumes", "/private/tmp", "/private/var/folders", "/private/var/root"];

/** Writes the profile of a sandbox; of two rules that apply to a path, the later one holds. */
export function seatbeltProfile(options: SeatbeltOptions): SeatbeltProfile {
  const paths = canonical(options);
  const parameters: Record<string, string> = {};
  const filters = (name: string, matcher: "subpath" | "literal", values: readonly string[]): string[] =>
    values.map((value, at) => {
      parameters[`${name}_${at}`] = value;
      return `(${matcher} (param "${name}_${at}"))`;
    });
  const written = [...paths.roots, paths.tmp];
  const guarded = [...paths.protectedPaths, ...paths.hidden];
  const protectedAt = filters("PROTECTED", "subpath", paths.protectedPaths);
  const hiddenAt = filters("HIDDEN", "subpath", paths.hidden);
  const sections = [
    BASE,
    rule("allow", "file-read*", ['(subpath "/")']),
    rule("deny", "file-read*", [
      ...PRIVATE_PLACES.map((place) => `(subpath "${place}")`),
      ...filters("HOME", "subpath", [paths.home]),
      '(regex #"^/dev/r?disk")',
    ]),
    rule("allow", "file-read-metadata", filters("WAY", "literal", waysTo([...written, ...paths.shown]))),
    rule("allow", "file-read*", filters("SHOWN", "subpath", [...written, ...paths.shown])),
    rule("allow", "file-write*", filters("WRITTEN", "subpath", written)),
    rule("deny", "file-write*", protectedAt),
    // Else the folder around such a path is moved away, and the path no longer names what it should.
    rule("deny", "file-write-unlink", filters("PINNED", "literal", pinned(written, guarded))),
    rule("deny", "file-read* file-write*", hiddenAt),
    networkRule(options.network),
  ];
  return { text: `${sections.filter((section) => section !== "").join("\n")}\n`, parameters };
}

/** The words that run a command under a profile. */
export function seatbeltCommand(
  { text, parameters }: SeatbeltProfile,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  const given = Object.entries(parameters).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  return ["/usr/bin/sandbox-exec", "-p", text, ...given, "--", ...command];
}

function canonical(options: SeatbeltOptions) {
  return {
    roots: all([options.workspace, ...(options.roots ?? [])]),
    protectedPaths: all(options.protectedPaths),
    hidden: all(options.hidden),
    shown: all(options.shown),
    home: canonicalPath(options.home),
    tmp: canonicalPath(options.tmp),
  };
}

function all(paths: readonly string[] = []): readonly string[] {
  return [...new Set(paths.map(canonicalPath))];
}

/** A rule without anything it applies to would apply to everything. */
function rule(verdict: "allow" | "deny", operations: string, filters: readonly string[]): string {
  return filters.length === 0 ? "" : `(${verdict} ${operations}\n  ${filters.join("\n  ")})`;
}

/** The folders above these, which a program looks at on its way there. */
function waysTo(places: readonly string[]): readonly string[] {
  return [...new Set(places.flatMap((place) => upTo("/", place).slice(0, -1)))];
}

/** The writable folders, and what lies between them and a guarded path. */
function pinned(written: readonly string[], guarded: readonly string[]): readonly string[] {
  const between = written.flatMap((root) =>
    guarded.filter((path) => isInside(root, path)).flatMap((path) => upTo(root, path)),
  );
  return [...new Set([...written, ...between])];
}

/** Loopback is the machine's own there, so only one port of it is opened; names are looked up by the proxy. */
function networkRule(network: SeatbeltOptions["network"]): string {
  if (network === "none") return "";
  const { proxyPort } = network;
  if (!Number.isInteger(proxyPort) || proxyPort < 1 || proxyPort > 65_535) {
    throw new RangeError(`${proxyPort} is not a port`);
  }
  return `(allow network-outbound\n  (remote ip "localhost:${proxyPort}"))`;
}
