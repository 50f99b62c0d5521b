import { describe, expect, it } from "vitest";
import { plainCommand } from "../../../../test/plain-command.ts";
import type { RepositoryFacts } from "../program-facts.ts";
import type { SimpleCommand } from "../simple-command.ts";
import { careForCommits, type GitCare } from "./always.ts";

function careFor(
  commands: readonly (string | SimpleCommand)[],
  state: Partial<RepositoryFacts> = {},
): GitCare {
  const repository = {
    branch: "work",
    headPushed: false,
    untracked: [],
    secrets: [],
    remotePush: [],
    ...state,
  };
  return careForCommits(
    commands.map((command) => (typeof command === "string" ? plainCommand(command) : command)),
    { workspace: "/ws", home: "/home/u", repository, allowedCommands: [] },
  );
}

describe("what is always done about commits", () => {
  it("R271: advises a heredoc for a message of several lines, and nothing for one line", () => {
    expect(careFor(["git commit -m 'one\n\ntwo'"]).advice).toEqual([expect.stringContaining("<<'EOF'")]);
    expect(careFor(["git commit -am 'one\ntwo'"]).advice).toHaveLength(1);
    expect(careFor(["git commit -m one"]).advice).toEqual([]);
    expect(careFor(["git commit -m one -m two"]).advice).toEqual([]);
    expect(careFor(["git commit -m 'one\n'"]).advice).toEqual([]);
    expect(careFor(["git commit -m 'one\ntwo'", "git commit -m 'three\nfour'"]).advice).toHaveLength(1);
    expect(careFor(["git commit -F -"]).advice).toEqual([]);
  });

  it("R271: has the status shown after a commit, where the commit was made", () => {
    expect(careFor(["git commit -m x"]).after).toBe("git status --short --branch");
    expect(careFor(["git add .", "git commit -m x", "git push"]).after).toBe("git status --short --branch");
    expect(careFor(["git -C a commit -m x", "git commit -m y"]).after).toBe("git status --short --branch");
    expect(careFor(["git -C 'it is' commit -m x"]).after).toBe("git -C '/ws/it is' status --short --branch");
    expect(careFor([plainCommand("git commit -m x", { cwd: "/ws/it's" })]).after).toBe(
      String.raw`git -C '/ws/it'\''s' status --short --branch`,
    );
  });

  it("R271: shows no status where none is needed", () => {
    expect(careFor(["git commit -m x", "git status"]).after).toBeUndefined();
    expect(careFor(["git status", "git commit -m x"]).after).toBeDefined();
    expect(careFor(["git commit -m x", "git status", "git commit -m y"]).after).toBeDefined();
    expect(careFor(["git commit --dry-run"]).after).toBeUndefined();
    expect(careFor(["git push"])).toEqual({ advice: [] });
    expect(careFor(["echo git commit -m x"])).toEqual({ advice: [] });
    expect(careFor([])).toEqual({ advice: [] });
  });

  it("R271: says whose commit is amended, and whether it is on a remote", () => {
    const amend = "git commit --amend --no-edit";
    expect(careFor([amend], { headIsOwn: true }).advice).toEqual([]);
    expect(careFor([amend], { headIsOwn: false }).advice).toEqual([expect.stringContaining("somebody else")]);
    expect(careFor([amend]).advice).toEqual([expect.stringContaining("git log -1")]);
    expect(careFor([amend], { headIsOwn: true, headPushed: true }).advice).toEqual([
      expect.stringContaining("on a remote"),
    ]);
    expect(careFor(["git commit -m x"], { headIsOwn: false, headPushed: true }).advice).toEqual([]);
  });
});
