import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("packers", () => {
  it("packs and unpacks in the workspace", () => {
    const commands = [
      "unzip -l a.zip",
      "unzip a.zip -d out",
      "zip -r a.zip src",
      "zipinfo a.zip",
      "unzip -q a.zip",
      "unzip -o a.zip src/a.txt",
      "zip -rq x.zip src -x '*.log'",
      "unzip -p x.zip a.txt",
      "unzip -qo x.zip -d out",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("refuses system folders and programs run by options", () => {
    const commands = [
      "unzip a.zip -d /etc",
      "zip /etc/x.zip a",
      "zip x.zip a -T -TT 'sh -c id'",
      "unzip a.zip .git/config",
      "7z x a.7z -o/etc",
      "zip a b -TT ./x",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });
});
