import { describe, expect, it } from "vitest";
import { serverEnvironment } from "./server-environment.ts";

describe("the environment of a server", () => {
  it("is an allow-listed part of ours", () => {
    const allowed = {
      PATH: "/bin",
      HOME: "/home/a",
      LC_ALL: "C",
      TERM: "xterm",
      TZ: "UTC",
      XDG_CONFIG_HOME: "/c",
    };
    const kept = serverEnvironment(
      {
        ...allowed,
        GITHUB_TOKEN: "secret",
        AWS_SECRET_ACCESS_KEY: "secret",
        NODE_OPTIONS: "--require ./planted.js",
        LD_PRELOAD: "./planted.so",
        BASH_ENV: "./planted.sh",
        LC_TOKEN: "secret",
        XDG_SECRET: "secret",
        HTTPS_PROXY: "http://user:secret@proxy.example",
        DECKHAND_JOB: "x",
        UNSET: undefined,
        SHELL: "() { :; }; id",
      },
      {},
      "linux",
    );
    expect(kept).toEqual(allowed);
  });

  it("is completed by its row, which wins", () => {
    expect(
      serverEnvironment({ PATH: "/bin", HOME: "/h" }, { HOME: "/x", NODE_OPTIONS: "-r a" }, "linux"),
    ).toEqual({
      PATH: "/bin",
      HOME: "/x",
      NODE_OPTIONS: "-r a",
    });
  });

  it("has a PATH, also where we have none", () => {
    expect(serverEnvironment({}, {}, "linux")).toEqual({ PATH: "/usr/local/bin:/usr/bin:/bin" });
  });

  it("knows on Windows what programs need there, and one name in any case", () => {
    const ours = { Path: "C:\\a", SystemRoot: "C:\\Windows", "ProgramFiles(x86)": "C:\\p", Token: "secret" };
    expect(serverEnvironment(ours, { PATH: "C:\\b" }, "win32")).toEqual({
      PATH: "C:\\b",
      SystemRoot: "C:\\Windows",
      "ProgramFiles(x86)": "C:\\p",
    });
  });
});
