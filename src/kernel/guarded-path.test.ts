import { describe, expect, it } from "vitest";
import { protectedReason } from "./index.ts";

describe("protected files", () => {
  it.each([
    "/ws/.git/config",
    "/ws/.GIT/config",
    "/ws/sub/.git/hooks/post-checkout",
    "/ws/.git/modules/x/config",
    "/ws/.git",
    "/ws/.git/worktrees/w/config.worktree",
    "/ws/.git/commondir",
    "/ws/.git/hooks/.git/x",
    "/ws/.g\u200cit/config",
    "/home/u/.gitconfig",
    "/home/u/.config/git/config",
    "/ws/.deckhand/scratch/.deckhand/config.json",
    "/home/u/.config/deckhand/config.json",
    "/home/u/.local/state/deckhand",
    "/home/u/.ba\u017fhrc",
    "/home/u/.config/fish/conf.d/a.fish",
    "/etc/profile.d/a.sh",
    "/ws/.deckhand/config.json",
    "/ws/.deckhand",
    "/home/u/.bashrc",
    "/home/u/.zshenv",
    "/ws/.envrc",
  ])("%s is never written by a tool", (path) => {
    expect(protectedReason(path)).toMatch(/never written by a tool/);
  });

  it.each([
    "/ws/config",
    "/ws/.gitignore",
    "/ws/git/config",
    "/ws/.deckhand/scratch/a.txt",
    "/ws/hooks/x",
    "/ws/etc/profile",
    "/ws/deckhand/config",
    "/ws/.git/description",
  ])("%s is not protected", (path) => {
    expect(protectedReason(path)).toBeUndefined();
  });

  it("a folder known as a repository's is guarded whatever its name", () => {
    for (const name of ["config", "hooks", "hooks/sub/x", "HEAD", "commondir"]) {
      expect(protectedReason(`/ws/store/${name}`, isGitFolder)).toMatch(/^git's/);
      expect(protectedReason(`/ws/other/${name}`, isGitFolder)).toBeUndefined();
    }
    for (const name of ["description", "deeper/config", "store/config.json"]) {
      expect(protectedReason(`/ws/store/${name}`, isGitFolder)).toBeUndefined();
    }
  });
});

function isGitFolder(folder: string): boolean {
  return folder === "/ws/store";
}
