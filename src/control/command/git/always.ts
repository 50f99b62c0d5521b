import type { Surroundings } from "../program-facts.ts";
import type { SimpleCommand } from "../simple-command.ts";
import { isDryCommit } from "./commands/committing.ts";
import { gitCallOf } from "./describe-git.ts";
import { has, valuesOf } from "./git-arguments.ts";
import type { GitCall } from "./git-call.ts";

/** What is told and done around a command that commits; it never stands in its way. */
export interface GitCare {
  /** For whoever wrote the command. */
  readonly advice: readonly string[];
  /** A command to run where this one ran, once it has succeeded. */
  readonly after?: string;
}

/** What is always done about commits: messages from a heredoc, a look before an amend, the status after. */
export function careForCommits(commands: readonly SimpleCommand[], surroundings: Surroundings): GitCare {
  const calls = commands.map((command) => gitCallOf(command, surroundings));
  const lastCommit = calls.findLastIndex((call) => call !== undefined && isCommit(call));
  const commit = calls[lastCommit];
  if (commit === undefined) return { advice: [] };
  const commits = calls.filter((call) => call !== undefined && isCommit(call)) as readonly GitCall[];
  const looksItself = calls.slice(lastCommit + 1).some((call) => call?.name === "status");
  return {
    advice: [...new Set(commits.flatMap((call) => adviceFor(call)))],
    ...(looksItself ? {} : { after: statusIn(commit, surroundings) }),
  };
}

function isCommit(call: GitCall): boolean {
  return call.name === "commit" && !isDryCommit(call);
}

function adviceFor({ args, surroundings }: GitCall): readonly string[] {
  const { headPushed, headIsOwn } = surroundings.repository;
  const messages = valuesOf(args, "message");
  const hasLongMessage = messages.some(({ text }) => text?.trim().includes("\n"));
  return [
    ...(hasLongMessage ? [HEREDOC] : []),
    ...(has(args, "amend") && headIsOwn !== true ? [headIsOwn === false ? FOREIGN : AUTHOR] : []),
    ...(has(args, "amend") && headPushed ? [PUSHED] : []),
  ];
}

const HEREDOC =
  "Give a message of several lines from a heredoc, where the shell leaves every character as it is: git commit -F - <<'EOF'";

const AUTHOR =
  "Before amending, look whose commit it is: git log -1 --format='%an <%ae>'. Amend only what was written here.";

const FOREIGN = "The commit to be amended was written by somebody else. Make a new commit instead.";

const PUSHED =
  "The commit to be amended is on a remote, or may be: git branch -r --contains HEAD. Make a new commit instead.";

/** The status of the repository that was committed to. */
function statusIn({ cwd }: GitCall, { workspace }: Surroundings): string {
  const isElsewhere = cwd !== undefined && cwd !== workspace;
  return isElsewhere
    ? `git -C '${cwd.replaceAll("'", String.raw`'\''`)}' status --short --branch`
    : "git status --short --branch";
}
