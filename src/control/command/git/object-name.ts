import type { Word } from "../simple-command.ts";

/** Whether a word is what git prints when asked for the name of a commit or a branch, which is neither an option nor a file. */
export function isObjectName({ source }: Word): boolean {
  return ASKS_FOR_NAME.test(source);
}

/** Whether a word is what git prints when asked for the branch one is on. */
export function isCurrentBranch({ source }: Word): boolean {
  return ASKS_FOR_BRANCH.test(source);
}

/** Only words that git does not print back as they are: an option it does not know would come out again. */
const ASKS_FOR_NAME =
  /^"?\$\(git (?:rev-parse|merge-base|describe|symbolic-ref|rev-list|branch --show-current)(?: (?:--short(?:=\d+)?|--abbrev-ref|--verify|--tags|--always|--abbrev=\d+|--fork-point|--max-(?:count|parents)=\d+|-n ?\d+|-\d+|[\w./@^~{}][\w./@^~{}:-]*))*\)"?$/;

const ASKS_FOR_BRANCH =
  /^"?\$\(git (?:branch --show-current|rev-parse --abbrev-ref HEAD|symbolic-ref --short (?:-q )?HEAD)\)"?$/;
