import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../test/judged-otherwise.ts";

describe("links that the command itself makes", () => {
  it("lead to the place that counts", () => {
    const commands = [
      "ln -s /etc e && echo x > e/motd",
      "ln -sfn ~/.ssh keys; cp id.pub keys/authorized_keys",
      "ln -s / r && rm -rf r/etc",
      "ln -s / r && rm -rf r/*",
      "cp -s /etc/passwd p; echo x >> p",
      "ln /etc/passwd p; echo x >> p",
      "ln -s /etc e; cd e; touch x",
      "ln -s /etc; touch etc/x",
      "ln -s /etc d/; touch d/etc/x",
      "ln -s / a; cd src; ln -s ../a/etc b; touch b/x",
      "env ln -s /etc e; tee e/x < y",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("lead up from where they lead to", () => {
    expect(
      judgedOtherwise("ask", [
        "mkdir -p a/b && ln -s ../.. a/b/up && echo x > a/b/up/../outside.txt",
        "mkdir -p a/b && ln -s ../.. a/b/up && cd a/b/up && touch ../outside.txt",
      ]),
    ).toEqual([]);
  });

  it("can be deleted without what they lead to", () => {
    expect(judgedOtherwise("ask", ["ln -s ~ h; rm -rf h", "ln -s /etc e; rm e"])).toEqual([]);
  });

  it("are used freely within the workspace", () => {
    const commands = [
      "ln -sfn releases/2 current && ls current/",
      "ln -s ../shared/a.ts src/a.ts && cat src/a.ts",
      "ln -sfn ../assets dist/assets && cp logo.png dist/assets/logo.png",
      "cd src && ln -s .. up && ls up",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });
});
