import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../test/judged-otherwise.ts";

describe("patterns of names", () => {
  it("mean the guarded files they may match", () => {
    const commands = [
      "cp x .gi[t]/config",
      "cp x .g*/config",
      "cp x .git/c?nfig",
      "for f in .git/*; do cp x $f; done",
      "for f in .*; do cp x $f/config; done",
      "rm -rf /e*",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
    expect(
      judgedOtherwise("ask", [
        "cat .en[v]",
        "shopt -s extglob\necho x > @(.git)/config",
        "shopt -s extglob\ncat @(.env)",
      ]),
    ).toEqual([]);
  });

  it("mean every name that is not hidden where they leave some out", () => {
    const on = "shopt -s extglob\n";
    expect(
      judgedOtherwise("allow", [`${on}ls !(*.md)`, `${on}cp !(*.log) build/`, `${on}rm -rf build/!(keep)`]),
    ).toEqual([]);
    expect(judgedOtherwise("ask", [`${on}rm -rf !(src)`, `${on}cat id_!(x)`, `${on}cat !(.x)`])).toEqual([]);
    expect(judgedOtherwise("deny", [`${on}rm -rf /!(proc)`, `${on}rm -rf .!(x)`])).toEqual([]);
  });

  it("mean nothing in particular elsewhere", () => {
    expect(judgedOtherwise("allow", ["cat src/*.ts", "rm -f *.log", "ls .git/*", "cp src/?.ts out"])).toEqual(
      [],
    );
  });

  it("are followed as folders of the workspace, where none of them is hidden", () => {
    expect(
      judgedOtherwise("allow", [
        'for d in packages/*; do (cd "$d" && npm test); done',
        'for d in */; do (cd "$d" && touch x); done',
      ]),
    ).toEqual([]);
    expect(
      judgedOtherwise("ask", [
        "cd .g*; echo x > config",
        "cd .git/ho*; rm -f pre-commit",
        "cd packages/*; rm -rf $PWD/x",
        "cd ../*; rm -rf x",
        "cd /*; touch x",
      ]),
    ).toEqual([]);
  });
});
