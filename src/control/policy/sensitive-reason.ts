import { foldName } from "../../kernel/index.ts";
import { SENSITIVE_FILES, type SensitiveKind } from "./sensitive-files.ts";

/** What makes a person want to know before this file is read or written, or undefined when nothing does. */
export function sensitiveReason(path: string, op: SensitiveKind["op"]): string | undefined {
  const whole = foldName(path);
  // Most files are nobody's secret, and one look is enough to see it.
  return !ANY[op].test(whole)
    ? undefined
    : MATCHERS.find((matcher) => matcher.op === op && matcher.matches(whole))?.what;
}

interface Matcher extends Pick<SensitiveKind, "op" | "what"> {
  matches(path: string): boolean;
}

const MATCHERS: readonly Matcher[] = SENSITIVE_FILES.map(({ op, what, names, except = [] }) => {
  const [wanted, harmless] = [patternOf(names), patternOf(except)];
  return { op, what, matches: (path) => wanted.test(path) && !harmless.test(path) };
});

const ANY: Readonly<Record<SensitiveKind["op"], RegExp>> = { read: anyFor("read"), write: anyFor("write") };

function anyFor(op: SensitiveKind["op"]): RegExp {
  return patternOf(SENSITIVE_FILES.filter((kind) => kind.op === op).flatMap(({ names }) => names));
}

/** Names are looked for only where a name begins; those with a slash in front, only at the very beginning. */
function patternOf(names: readonly string[]): RegExp {
  const anywhere = names.filter((name) => !/^[/*]/.test(name));
  const fromRoot = names.filter((name) => name.startsWith("/"));
  // What may begin with anything is told by its end, which takes a tenth of the time of trying every beginning.
  const endings = names.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
  return new RegExp(`(?:^|/)${anyOf(anywhere)}$|${anyOf(endings)}$|^${anyOf(fromRoot)}$`, "s");
}

/** Of nothing, something that never matches. */
function anyOf(names: readonly string[]): string {
  return `(?:${[...names.map(sourceOf), "(?!)"].join("|")})`;
}

/** A folder is meant with everything below it, anything else is the end of the path. */
function sourceOf(name: string): string {
  const source = name
    .replace(/\/$/, "")
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll("*", "[^/]*");
  return name.endsWith("/") ? `${source}(?:/.*)?` : source;
}
