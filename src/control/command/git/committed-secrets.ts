import { relative, resolve } from "node:path";
import { sensitiveReason } from "../../policy/sensitive-reason.ts";
import { quoted } from "../../policy/visible.ts";
import type { Finding, RepositoryFacts } from "../program-facts.ts";
import type { Word } from "../simple-command.ts";
import type { GitCall } from "./git-call.ts";
import { gitFinding } from "./git-findings.ts";
import { pathspecOf } from "./pathspec.ts";
import { secretsIn } from "./secret-in.ts";

/** A file that is about to be committed and must not be. */
type SecretFile = RepositoryFacts["secrets"][number];

/** Which files may go in: those already staged, changed ones, new ones. */
export interface Wanted {
  readonly staged?: boolean;
  readonly changed?: boolean;
  readonly fresh?: boolean;
}

/** Says which secret files among those wanted these words take in; all of them when there are no words. The path `.` may be anywhere. */
export function secretFiles(call: GitCall, wanted: Wanted, words?: readonly Word[]): readonly Finding[] {
  const root = call.surroundings.repository.root ?? call.surroundings.workspace;
  const pathspec = words === undefined ? undefined : pathspecOf(words, { root, cwd: call.cwd });
  const files = secretFilesOf(call.surroundings.repository).filter(
    (file) => isWanted(file.state, wanted) && (file.path === "." || (pathspec?.covers(file.path) ?? true)),
  );
  return files
    .slice(0, 1)
    .map(({ path, what }) => gitFinding("git.commit-secret", `${quoted(path)} ${what}`));
}

/** Says which of these words themselves name a file that may hold secrets. */
export function secretNames(call: GitCall, words: readonly Word[]): readonly Finding[] {
  return words.flatMap((word) => {
    const what = nameReason(word, call);
    return what === undefined
      ? []
      : [gitFinding("git.commit-secret", `${quoted(word.text ?? word.source)} is a file ${what}`)];
  });
}

/** Says what secrets stand in texts that become part of history. */
export function secretTexts(texts: readonly (Word | undefined)[]): readonly Finding[] {
  const found = texts.flatMap((word) => (word === undefined ? [] : secretsIn(word.text ?? word.source)));
  return found.slice(0, 1).map(({ what }) => gitFinding("git.commit-secret", `the message holds ${what}`));
}

/** Known ones, and new files whose names say it. */
function secretFilesOf({ secrets, untracked }: RepositoryFacts): readonly SecretFile[] {
  const fresh = new Set(untracked);
  const known = secrets.map((file) => ({
    ...file,
    what: `holds ${file.what}`,
    state: file.state ?? stateOf(file.path, fresh),
  }));
  const telling = untracked.flatMap((path) => {
    const what = sensitiveReason(path, "read");
    return what === undefined ? [] : [{ path, what: `is a file ${what}`, state: "new" as const }];
  });
  return [...known, ...telling];
}

function stateOf(path: string, fresh: ReadonlySet<string>): "staged" | "new" {
  return fresh.has(path) ? "new" : "staged";
}

function isWanted(state: SecretFile["state"], { staged, changed, fresh }: Wanted): boolean {
  if (state === "new") return fresh === true;
  return state === "changed" ? changed === true : staged === true;
}

/** A pattern is looked at as it stands and with the open parts taken out. */
function nameReason({ text }: Word, { cwd, surroundings }: GitCall): string | undefined {
  if (text === undefined || /^:(?:[!^]|\(exclude)/.test(text)) return undefined;
  const path = text.replace(/^:(?:\([^)]*\)|\/)/, "");
  const { root = surroundings.workspace } = surroundings.repository;
  return [path, path.replaceAll(/[*?[\]]/g, "")]
    .map((name) => (cwd === undefined ? name : relative(root, resolve(cwd, name))))
    .map((name) => sensitiveReason(name, "read"))
    .find((what) => what !== undefined);
}
