import type { Word } from "../simple-command.ts";
import { isObjectName } from "./object-name.ts";

/** Whether a word that may name a commit or a file names a file, as far as that can be told; with all names of commits known, it can. */
export function meansPath(word: Word, refs: readonly string[] | undefined): boolean {
  const { text, isPattern } = word;
  if (isObjectName(word)) return false;
  if (text === undefined || text === "" || isPattern === true) return true;
  if (NAMES_COMMIT.test(text)) return false;
  if (LOOKS_LIKE_PATH.test(text)) return !(refs ?? []).includes(text);
  return refs !== undefined && !refs.some((ref) => ref === text || ref.endsWith(`/${text}`));
}

/** What only a commit is called: `HEAD~2`, `main@{1}`, `v1^{}`, `a...b`, the start of its hash, `-` for the branch before. */
const NAMES_COMMIT =
  /^(?:-|@|[A-Z]*HEAD)$|^(?!\.{0,2}\/)[^:*?[]*(?:[~^]|@\{)|^[0-9a-f]{7,64}$|^[^./][^:]*\.\./;

const LOOKS_LIKE_PATH =
  /^\.|\/$|^[/:]|[*?[\\]|(?:^|\/)[^/]*\.[A-Za-z][A-Za-z0-9]{0,9}$|^src\/|^(?:src|lib|docs?|tests?|app|public|scripts|packages|Makefile|Dockerfile|LICEN[CS]E|README|CHANGELOG|Gemfile|Rakefile|Procfile|node_modules)$/;
