import { array, assert, constantFrom, integer, property, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../kernel/index.ts";
import {
  seatbeltCommand,
  type SeatbeltOptions,
  seatbeltProfile,
  type SeatbeltProfile,
} from "./seatbelt-profile.ts";

// The profile is read here as its language is documented; a real macOS has not run it.

const USUAL: SeatbeltOptions = {
  workspace: "/Users/me/project",
  roots: ["/Users/me/other"],
  protectedPaths: [
    "/Users/me/project/.git/hooks",
    "/Users/me/project/.git/config",
    "/Users/me/project/.deckhand",
  ],
  hidden: ["/Users/me/project/.env", "/Users/me/project/keys/own"],
  home: "/Users/me",
  shown: ["/Users/me/.cargo/bin"],
  tmp: "/tmp/deckhand-1",
  network: { proxyPort: 4711 },
};

type Form = string | readonly Form[];

/** Reads the profile into its forms. */
function formsOf(text: string): readonly Form[] {
  const tokens = text.match(/#?"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/g) ?? [];
  const stack: Form[][] = [[]];
  for (const token of tokens) {
    if (token === "(") stack.push([]);
    else if (token === ")") {
      const done = stack.pop() ?? [];
      stack.at(-1)?.push(done);
    } else stack.at(-1)?.push(token);
  }
  expect(stack).toHaveLength(1);
  return stack[0] ?? [];
}

/** What a profile says to an operation on a path: the last rule that applies. */
function verdictOf({ text, parameters }: SeatbeltProfile, operation: string, path: string): boolean {
  let isAllowed = false;
  for (const form of formsOf(text)) {
    if (typeof form === "string" || (form[0] !== "allow" && form[0] !== "deny")) continue;
    const operations = form.slice(1).filter((part) => typeof part === "string");
    const filters = form.slice(1).filter((part) => typeof part !== "string");
    const isMeant = operations.some(
      (name) =>
        name === "default" ||
        name === operation ||
        (name.endsWith("*") && operation.startsWith(name.slice(0, -1))),
    );
    if (isMeant && (filters.length === 0 || filters.some((filter) => matches(filter))))
      isAllowed = form[0] === "allow";
  }
  return isAllowed;

  function matches([kind, value]: readonly Form[]): boolean {
    const place =
      typeof value === "string" ? unquoted(value) : (parameters[unquoted(String(value?.[1]))] ?? "");
    if (kind === "literal") return path === place;
    if (kind === "subpath") return place === "/" || path === place || path.startsWith(`${place}/`);
    return kind === "regex" && new RegExp(place).test(path);
  }
}

function unquoted(token: string): string {
  return token.replace(/^#?"|"$/g, "");
}

const reads = (profile: SeatbeltProfile, path: string): boolean => verdictOf(profile, "file-read-data", path);
const writes = (profile: SeatbeltProfile, path: string): boolean =>
  ["file-write-data", "file-write-create", "file-write-unlink"].some((each) =>
    verdictOf(profile, each, path),
  );

function networkLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => /network|remote/.test(line));
}

function under(paths: readonly string[]): readonly string[] {
  return paths.map((path) => `/w/${path}`);
}

describe("a seatbelt profile", () => {
  const profile = seatbeltProfile(USUAL);

  it("is this text", () => {
    expect(profile.text.replace(/\(allow sysctl-read[^]*?\)\)\n/, "")).toMatchInlineSnapshot(`
      "(version 1)
      (deny default)
      (allow process-fork process-exec)
      (allow signal process-info*
        (target same-sandbox))
      (allow file-write-data file-ioctl
        (literal "/dev/null")
        (literal "/dev/zero")
        (literal "/dev/dtracehelper"))
      (allow ipc-posix-sem)
      (allow mach-lookup
        (global-name "com.apple.bsd.dirhelper")
        (global-name "com.apple.system.notification_center")
        (global-name "com.apple.system.opendirectoryd.libinfo")
        (global-name "com.apple.system.opendirectoryd.membership")
        (global-name "com.apple.trustd")
        (global-name "com.apple.trustd.agent"))
      (allow file-read*
        (subpath "/"))
      (deny file-read*
        (subpath "/Users")
        (subpath "/Volumes")
        (subpath "/private/tmp")
        (subpath "/private/var/folders")
        (subpath "/private/var/root")
        (subpath (param "HOME_0"))
        (regex #"^/dev/r?disk"))
      (allow file-read-metadata
        (literal (param "WAY_0"))
        (literal (param "WAY_1"))
        (literal (param "WAY_2"))
        (literal (param "WAY_3"))
        (literal (param "WAY_4"))
        (literal (param "WAY_5")))
      (allow file-read*
        (subpath (param "SHOWN_0"))
        (subpath (param "SHOWN_1"))
        (subpath (param "SHOWN_2"))
        (subpath (param "SHOWN_3")))
      (allow file-write*
        (subpath (param "WRITTEN_0"))
        (subpath (param "WRITTEN_1"))
        (subpath (param "WRITTEN_2")))
      (deny file-write*
        (subpath (param "PROTECTED_0"))
        (subpath (param "PROTECTED_1"))
        (subpath (param "PROTECTED_2")))
      (deny file-write-unlink
        (literal (param "PINNED_0"))
        (literal (param "PINNED_1"))
        (literal (param "PINNED_2"))
        (literal (param "PINNED_3"))
        (literal (param "PINNED_4"))
        (literal (param "PINNED_5"))
        (literal (param "PINNED_6"))
        (literal (param "PINNED_7"))
        (literal (param "PINNED_8"))
        (literal (param "PINNED_9")))
      (deny file-read* file-write*
        (subpath (param "HIDDEN_0"))
        (subpath (param "HIDDEN_1")))
      (allow network-outbound
        (remote ip "localhost:4711"))
      "
    `);
    expect(profile.parameters).toMatchInlineSnapshot(`
      {
        "HIDDEN_0": "/Users/me/project/.env",
        "HIDDEN_1": "/Users/me/project/keys/own",
        "HOME_0": "/Users/me",
        "PINNED_0": "/Users/me/project",
        "PINNED_1": "/Users/me/other",
        "PINNED_2": "/private/tmp/deckhand-1",
        "PINNED_3": "/Users/me/project/.git",
        "PINNED_4": "/Users/me/project/.git/hooks",
        "PINNED_5": "/Users/me/project/.git/config",
        "PINNED_6": "/Users/me/project/.deckhand",
        "PINNED_7": "/Users/me/project/.env",
        "PINNED_8": "/Users/me/project/keys",
        "PINNED_9": "/Users/me/project/keys/own",
        "PROTECTED_0": "/Users/me/project/.git/hooks",
        "PROTECTED_1": "/Users/me/project/.git/config",
        "PROTECTED_2": "/Users/me/project/.deckhand",
        "SHOWN_0": "/Users/me/project",
        "SHOWN_1": "/Users/me/other",
        "SHOWN_2": "/private/tmp/deckhand-1",
        "SHOWN_3": "/Users/me/.cargo/bin",
        "WAY_0": "/",
        "WAY_1": "/Users",
        "WAY_2": "/Users/me",
        "WAY_3": "/private",
        "WAY_4": "/private/tmp",
        "WAY_5": "/Users/me/.cargo",
        "WRITTEN_0": "/Users/me/project",
        "WRITTEN_1": "/Users/me/other",
        "WRITTEN_2": "/private/tmp/deckhand-1",
      }
    `);
  });

  it.each([
    ["/Users/me/project/src/a.ts", true, true],
    ["/Users/me/other/a", true, true],
    ["/private/tmp/deckhand-1/x", true, true],
    ["/Users/me/project/.git/HEAD", true, true],
    ["/Users/me/project/.git/hooks", true, false],
    ["/Users/me/project/.git/hooks/pre-commit", true, false],
    ["/Users/me/project/.git/config", true, false],
    ["/Users/me/project/.env", false, false],
    ["/Users/me/project/.environment", true, true],
    ["/Users/me/.cargo/bin/cargo", true, false],
    ["/Users/me/.cargo/credentials", false, false],
    ["/Users/me/.ssh/id_ed25519", false, false],
    ["/Users/me/project2/a", false, false],
    ["/Users/you/a", false, false],
    ["/private/tmp/other", false, false],
    ["/private/var/folders/ab/cd/T/x", false, false],
    ["/Volumes/backup/x", false, false],
    ["/dev/rdisk0", false, false],
    ["/usr/bin/git", true, false],
    ["/private/etc/hosts", true, false],
    ["/", true, false],
  ])("for %s: read %s, write %s", (path, mayRead, mayWrite) => {
    expect({ read: reads(profile, path), write: writes(profile, path) }).toEqual({
      read: mayRead,
      write: mayWrite,
    });
  });

  it("keeps what surrounds a protected path from being moved away", () => {
    for (const path of [
      "/Users/me/project",
      "/Users/me/project/.git",
      "/Users/me/project/keys",
      "/Users/me/other",
      "/private/tmp/deckhand-1",
    ]) {
      expect(verdictOf(profile, "file-write-unlink", path)).toBe(false);
    }
    expect(verdictOf(profile, "file-write-unlink", "/Users/me/project/src")).toBe(true);
  });

  it("lets a program see the folders on its way, and not what is in them", () => {
    expect(verdictOf(profile, "file-read-metadata", "/Users/me")).toBe(true);
    expect(reads(profile, "/Users/me")).toBe(false);
    expect(verdictOf(profile, "file-read-metadata", "/Users/me/.ssh")).toBe(false);
  });

  it("opens one port of loopback for the proxy, or none", () => {
    expect(networkLines(profile.text)).toEqual([
      "(allow network-outbound",
      '  (remote ip "localhost:4711"))',
    ]);
    expect(networkLines(seatbeltProfile({ ...USUAL, network: "none" }).text)).toEqual([]);
    expect(() => seatbeltProfile({ ...USUAL, network: { proxyPort: Number.NaN } })).toThrow("not a port");
  });

  it.each(["", "/", "//", "/a/..", "relative", "/a\0b"])("is not made for the place %j", (place) => {
    expect(() => seatbeltProfile({ ...USUAL, workspace: place })).toThrow(Fault);
    expect(() => seatbeltProfile({ ...USUAL, protectedPaths: [place] })).toThrow(Fault);
  });
});

describe("any seatbelt profile", () => {
  const name = string({ minLength: 1, maxLength: 12, unit: "binary" })
    .map((text) => text.replaceAll(/[/\0]/g, "_"))
    .filter((text) => text !== "." && text !== "..");
  const hostile = constantFrom(
    '")) (allow default) ((literal "',
    "\\",
    '"',
    "a b",
    "(param)",
    "\n(allow default)",
    "é",
    "-D",
    "A=B",
  );
  const part = array(constantFrom(0, 1), { minLength: 1 }).chain(([which]) => (which === 0 ? name : hostile));
  const below = array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));

  it("says the same whatever the paths say, and means them", () => {
    const plain = seatbeltProfile({
      workspace: "/w",
      protectedPaths: ["/w/p"],
      home: "/h",
      tmp: "/t",
      network: "none",
    }).text;
    assert(
      property(
        record({ workspace: part, guarded: part, inside: below }),
        ({ workspace, guarded, inside }) => {
          const root = `/${workspace}-w`;
          const made = seatbeltProfile({
            workspace: root,
            protectedPaths: [`${root}/${guarded}`],
            home: "/h",
            tmp: "/t",
            network: "none",
          });
          expect(made.text).toBe(plain);
          expect(writes(made, `${root}/${guarded}/${inside}`)).toBe(false);
          expect(writes(made, `${root}/${guarded}-/${inside}`)).toBe(true);
          expect(writes(made, `${root}-/${inside}`)).toBe(false);
          expect(reads(made, `/h/${inside}`)).toBe(false);
        },
      ),
    );
  });

  it("names each of its parameters, and no others", () => {
    assert(
      property(
        array(below, { maxLength: 4 }),
        array(below, { maxLength: 4 }),
        integer({ min: 1, max: 65_535 }),
        (some, others, proxyPort) => {
          const { text, parameters } = seatbeltProfile({
            workspace: "/w",
            roots: under(some),
            protectedPaths: under(others),
            hidden: under(some),
            shown: under(others),
            home: "/h",
            tmp: "/t",
            network: { proxyPort },
          });
          const named = [...text.matchAll(/\(param "(\w+)"\)/g)].map(([, each]) => each);
          expect(new Set(named)).toEqual(new Set(Object.keys(parameters)));
          expect(text).not.toMatch(/\((?:allow|deny) [\w* -]*\)(?!\n\(|\n?$)/);
        },
      ),
    );
  });

  it("is handed over with its paths beside it, and the command after that", () => {
    const profile = seatbeltProfile({ ...USUAL, roots: [], hidden: ['/a=b "c"'] });
    const line = seatbeltCommand(profile, ["/bin/bash", "-c", "-p"]);
    expect(line.slice(0, 3)).toEqual(["/usr/bin/sandbox-exec", "-p", profile.text]);
    expect(line).toContain('HIDDEN_0=/a=b "c"');
    expect(line.slice(-4)).toEqual(["--", "/bin/bash", "-c", "-p"]);
  });
});
