import type { Finding, ProgramFacts } from "../program-facts.ts";

/** Everything that can be doubtful or forbidden about a call of git, by the rule's name. */
const GIT_RULES = {
  "git.config": ["deny", "it changes the configuration of git"],
  "git.skip-hooks": ["deny", "it skips the hooks of the repository"],
  "git.force-push-main": ["deny", "it overwrites main or master on a remote"],
  "git.force-push-unclear": ["deny", "it overwrites a branch on a remote, and it may be main or master"],
  "git.delete-main": ["deny", "it deletes main or master"],
  "git.interactive": ["deny", "it needs somebody at a terminal"],
  "git.editor": [
    "deny",
    "it opens an editor, and nobody is at a terminal; give the text with -m or -F, or use --no-edit",
  ],
  "git.amend-pushed": ["deny", "it amends a commit that is on a remote, or may be; make a new commit"],
  "git.commit-secret": ["deny", "it commits a secret"],
  "git.runs-program": ["deny", "it lets git run another program"],
  "git.remote-program": ["deny", "it reaches a repository through a program that is named in the address"],
  "git.destroy-history": ["deny", "it destroys history for good"],
  "git.credentials": ["deny", "it shows or changes stored passwords"],
  "git.survives": ["deny", "it sets up work that goes on after the session"],
  "git.other-repository": ["ask", "it works on another repository, which has its own configuration"],
  "git.other-settings": ["ask", "it runs with settings that are not known to be harmless"],
  "git.discard-work": ["ask", "it throws away work that is not committed"],
  "git.rewrite-history": ["ask", "it rewrites history"],
  "git.amend-foreign": ["ask", "it amends a commit that somebody else wrote"],
  "git.move-ref": ["ask", "it moves or deletes a branch, a tag or another name of a commit"],
  "git.force-push": ["ask", "it overwrites a branch on a remote"],
  "git.delete-remote": ["ask", "it deletes something on a remote"],
  "git.no-hooks": ["ask", "it makes commits in a way that runs no hooks"],
  "git.may-edit": ["ask", "it may open an editor; put GIT_EDITOR=true in front"],
  "git.tracking": ["ask", "it changes what the configuration of git says about a branch or a submodule"],
  "git.ignored-files": ["ask", "it adds files that are ignored, which may hold secrets"],
  "git.plumbing": ["ask", "it changes the repository in a way the ordinary commands do not"],
  "git.outside": ["ask", "it may write outside of the work tree"],
  "git.unknown-command": ["ask", "it is an alias or a command of git that nobody here knows"],
  "git.unknown-option": ["ask", "it has options that nobody here knows"],
  "git.unclear": ["ask", "only running it would tell what git is asked to do"],
} as const satisfies Record<string, readonly [Finding["verdict"], string]>;

/** A rule about git. */
export type GitRule = keyof typeof GIT_RULES;

/** Says that these rules are touched. */
export function gitFound(...rules: readonly GitRule[]): ProgramFacts {
  return rules.length === 0 ? {} : { findings: rules.map((rule) => gitFinding(rule)) };
}

/** Says that a rule is touched when something is so. */
export function gitFoundIf(isSo: boolean, rule: GitRule): ProgramFacts {
  return isSo ? gitFound(rule) : {};
}

/** What a rule says, with what it is about where that helps. */
export function gitFinding(rule: GitRule, about?: string): Finding {
  const [verdict, reason] = GIT_RULES[rule];
  return { verdict, rule, reason: about === undefined ? reason : `${reason}: ${about}` };
}
