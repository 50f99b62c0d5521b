import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("programs that need a terminal", () => {
  it("lets questions through that they answer at once", () => {
    const commands = ["less --version || true", "man -k foo", "top -b -n 1 | head -20", "top -bn1"];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks where code or the network comes with them", () => {
    const commands = ["lynx -dump https://e.com", "emacs --batch --eval '(x)'"];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses them", () => {
    const commands = [
      "irb",
      "vim x",
      "nano x",
      "vi x",
      "emacs x",
      "less x",
      "more x",
      "man ls",
      "top",
      "htop",
      "ed",
      "nvim x",
      "less +'!id' x",
      "man -P ./x ls",
      "dialog",
      "fzf",
      "ncdu",
      "tig",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });
});
