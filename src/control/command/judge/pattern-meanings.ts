import { SYSTEM_NAMES } from "./system-places.ts";

/** The paths a pattern is looked at as: as it stands, and with each guarded name that one of its parts may match. */
export function meaningsOf(path: string): readonly string[] {
  const parts = path.split("/");
  let paths: string[] = [path];
  for (const [at, part] of parts.entries()) {
    if (!PATTERN.test(part)) continue;
    const names = [...matching(part, at === 1 ? ANYWHERE : GUARDED), ...(INSIDE[parts[at - 1] ?? ""] ?? [])];
    if (names.length === 0) continue;
    paths = [...paths, ...names.flatMap((name) => paths.map((one) => withPart(one, at, name)))].slice(
      0,
      MOST,
    );
  }
  return paths;
}

const PATTERN = /[*?[]/;

/** More than anybody writes, and enough to find the first that matters. */
const MOST = 200;

/** Names that stand for the files somebody has to be asked about, or that are never written. */
const GUARDED: readonly string[] = [
  ".env",
  ".env.local",
  ".envrc",
  ".ssh",
  ".aws",
  ".gnupg",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git",
  ".git-credentials",
  ".gitconfig",
  ".gitattributes",
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".deckhand",
  ".vscode",
  ".mcp.json",
  "id_rsa",
  "id_ed25519",
  "server.pem",
  "server.key",
  "credentials",
  "config",
  "hooks",
  "shadow",
  "environ",
];

/** What even a star alone means in a guarded folder. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  ".git": ["config", "hooks"],
  ".ssh": ["id_rsa", "authorized_keys"],
  ".aws": ["credentials"],
};

const ANYWHERE: readonly string[] = [...SYSTEM_NAMES, ...GUARDED];

/** As the shell matches: a leading dot has to be there, and a pattern of stars alone means nothing in particular. */
function matching(part: string, names: readonly string[]): readonly string[] {
  const literals = part.replaceAll(/\[[^\]]*\]|[*?]/g, "");
  const isVague = !part.startsWith(".") && literals.length < 2 && !/^[^*]*$/.test(part);
  if (isVague || part.length > 64 || part.split("*").length > 5)
    return names === ANYWHERE ? SYSTEM_NAMES : [];
  // Few names begin and end alike, and only for those a pattern is worth reading.
  const start = /^[^*?[]*/.exec(part)?.[0] ?? "";
  const end = /[^*?\]]*$/.exec(part)?.[0] ?? "";
  const alike = names.filter(
    (name) => name.startsWith(start) && name.endsWith(end) && (!name.startsWith(".") || part.startsWith(".")),
  );
  if (alike.length === 0) return alike;
  const expression = expressionOf(
    part
      .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
      .replaceAll(/\[!/g, "[^")
      .replaceAll("*", ".*")
      .replaceAll("?", "."),
  );
  return alike.filter((name) => expression?.test(name) ?? true);
}

/** A bracket that is no range in a pattern may still be a fault in an expression; it then matches anything. */
function expressionOf(source: string): RegExp | undefined {
  try {
    return new RegExp(`^${source}$`, "s");
  } catch {
    return undefined;
  }
}

function withPart(path: string, at: number, name: string): string {
  const parts = path.split("/");
  parts[at] = name;
  return parts.join("/");
}
