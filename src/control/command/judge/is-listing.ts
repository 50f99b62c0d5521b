import type { SimpleCommand } from "../simple-command.ts";

/** Whether a command's output is names of files of the workspace, or lines left out of such. */
export function isListing({ words, input }: SimpleCommand): boolean {
  const texts = words.map(({ text }) => text);
  const [program, first, ...rest] = texts;
  if (texts.some((text) => text === undefined || SECRET.test(text))) return false;
  if (PASSING.has(program ?? "")) return input.kind === "pipe" && input.from.every(isListing);
  if (leavesHere([first, ...rest])) return false;
  if (program === "git") return first === "ls-files" || (first === "diff" && rest.includes("--name-only"));
  return (
    LISTING.has(program ?? "") && !texts.some((text) => /^-(?:f?printf|f?ls|exec|ok|x$)/.test(text ?? ""))
  );
}

/** Words by which somebody looks for what is kept apart. */
const SECRET = /env|pem|key|rsa|ed25519|secret|cred|passw|token|ssh|aws|netrc|shadow/i;

/** Programs that print names of what is there. */
const LISTING: ReadonlySet<string> = new Set(["ls", "find", "fd", "fdfind"]);

/** Programs that leave lines out and change none. */
const PASSING: ReadonlySet<string> = new Set(["grep", "head", "tail", "sort", "uniq", "tac", "shuf"]);

function leavesHere(args: readonly (string | undefined)[]): boolean {
  return args.some((text) => text !== undefined && (/^[/~]/.test(text) || text.split("/").includes("..")));
}
