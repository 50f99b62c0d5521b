import { describe, expect, it } from "vitest";
import { protectedReason } from "./index.ts";

describe("protected files", () => {
  it.each([
    "/ws/.git/config",
    "/ws/.GIT/config",
    "/ws/sub/.git/hooks/post-checkout",
    "/ws/.git/modules/x/config",
    "/ws/.git",
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
    "/ws/.git/description",
  ])("%s is not protected", (path) => {
    expect(protectedReason(path)).toBeUndefined();
  });
});
