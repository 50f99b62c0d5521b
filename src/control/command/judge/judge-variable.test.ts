import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../test/judged-otherwise.ts";

describe("variables that programs go by", () => {
  it("forbids them however they are set", () => {
    const commands = [
      "PATH=./bin; ls",
      "read PATH <<< ./bin; ls",
      "while read -r PATH; do ls; done < f",
      "printf -v PATH %s ./bin; ls",
      "mapfile -t PATH < f; ls",
      "getopts a PATH; ls",
      "for PATH in ./bin; do ls; done",
      "select PATH in ./bin; do ls; done",
      "((PATH = 1)); ls",
      "let PATH=1; ls",
      "exec {PATH}>x; ls",
      "coproc PATH { cat; }; ls",
      ': "${BASH_ENV:=./x}"; bash -c true',
      "bash -c 'read PATH < f; ls'",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("lets through what only looks like one", () => {
    const commands = [
      'for ENV in dev prod; do echo "$ENV"; done',
      "for BROWSER in chromium firefox; do npm test -- --project=$BROWSER; done",
      "for SHELL in bash /bin/zsh; do command -v $SHELL; done",
      'NODE_VERSION=$(cat .nvmrc); echo "$NODE_VERSION"',
      ': "${NODE_OPTIONS:=--no-warnings}"; npm test',
      "test -v PATH && echo set",
      'env -i HOME="$HOME" PATH="$PATH" npm test',
      "PATH=/usr/bin:/bin npm test",
      "PS4='+ ${BASH_SOURCE}:${LINENO}: ' bash -x scripts/build.sh",
      "unset BASH_ENV; npm test",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("forbids them where they are handed on", () => {
    expect(
      judgedOtherwise("deny", [
        "export ENV=./x; sh x.sh",
        "BROWSER=./x npm start",
        'PATH="$PWD/bin:$PATH" npm test',
        "PATH=:/usr/bin ls",
        "PS4='$(id)' bash -x scripts/build.sh",
        "PS4='\\$(id)' bash -x scripts/build.sh",
      ]),
    ).toEqual([]);
    expect(judgedOtherwise("ask", ['HOME=/tmp/x; HOME="$HOME" git status'])).toEqual([]);
  });
});
