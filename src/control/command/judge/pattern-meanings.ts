import { SYSTEM_NAMES } from "./system-places.ts";

/** The paths a pattern is looked at as: as it stands, and with each guarded name that one of its parts may match. */
export function meaningsOf(path: string): readonly string[] {
  const parts = path.split("/");
  let paths: string[] = [path];
  for (const [at, part] of parts.entries()) {
    if (!PATTERN.test(part)) continue;
    const names = (at === 1 ? [...SYSTEM_NAMES, ...GUARDED] : GUARDED).filter(matcherOf(part));
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

/** As the shell matches: a leading dot has to be there, and a pattern of stars alone means nothing in particular. */
function matcherOf(part: string): (name: string) => boolean {
  const literals = part.replaceAll(/\[[^\]]*\]|[*?]/g, "");
  const isVague = !part.startsWith(".") && literals.length < 2 && !/^[^*]*$/.test(part);
  if (isVague || part.length > 64 || part.split("*").length > 5) return (name) => SYSTEM_NAMES.includes(name);
  const source = part
    .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
    .replaceAll(/\[!/g, "[^")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = expressionOf(source);
  return (name) => (!name.startsWith(".") || part.startsWith(".")) && (expression?.test(name) ?? true);
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
