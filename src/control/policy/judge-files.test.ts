import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readlink, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Touch, TrustLevel } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";
import { askAboutEveryCommand } from "./command-verdict.ts";
import { examineTouches } from "./examine-touches.ts";
import { surveyGround } from "./ground.ts";
import { judgeFiles } from "./judge-files.ts";

let root: string;
let ws: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "judge-files-")));
  ws = join(root, "ws");
  mkdirSync(ws);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Follows links as far as there is something; what is missing keeps its name below that. */
async function realPath(path: string, hops = 0): Promise<string | undefined> {
  if (path.includes("\0") || hops > 40) return undefined;
  try {
    return await realpath(path);
  } catch {
    const folder = await realPath(dirname(path), hops + 1);
    if (folder === undefined) return undefined;
    const here = join(folder, basename(path));
    const pointed = await readlink(here).catch(() => undefined);
    return pointed === undefined ? here : realPath(resolve(folder, pointed), hops + 1);
  }
}

async function judged(
  current: TrustLevel,
  path: string,
  op: Extract<Touch, { kind: "path" }>["op"],
  cwd = ws,
): Promise<Decision> {
  const examination = {
    cwd,
    realPath: (at: string) => realPath(at),
    judgeCommand: askAboutEveryCommand,
    judgeUrl: () => ({ verdict: "block", rule: "malformed", reason: "none" }) as const,
  };
  const ground = await surveyGround({
    cwd,
    extraRoots: [join(root, "extra")],
    hidden: [join(root, "state")],
    guarded: [join(root, "extra", "cfg"), join(ws, "mine.json")],
    realPath: examination.realPath,
  });
  return judgeFiles(current, await examineTouches([{ kind: "path", path, op }], examination), { ground });
}

describe("protected files", () => {
  it.each([".git/config", "sub/.git/hooks/x", ".deckhand/config.json", ".bashrc"])(
    "%s is written at no level and read at all",
    async (path) => {
      for (const level of ["L0", "L1", "L2", "L3"] as const) {
        for (const op of ["write", "create", "delete"] as const) {
          expect(await judged(level, path, op)).toMatchObject({ verdict: "deny", code: "denied_policy" });
        }
      }
      expect((await judged("L0", path, "read")).verdict).toBe("allow");
    },
  );

  it("are protected through a link too, but the link itself may be deleted", async () => {
    mkdirSync(join(ws, ".git"));
    symlinkSync(".git", join(ws, "g"));
    expect((await judged("L3", "g/config", "write")).verdict).toBe("deny");
    expect((await judged("L3", "g", "delete")).verdict).toBe("allow");
  });

  it("the user's configuration is written at no level, wherever it is kept", async () => {
    symlinkSync(join(root, "extra"), join(ws, "link"));
    for (const path of ["mine.json", join(root, "extra/cfg/new.json"), "link/cfg/config.json"]) {
      expect(await judged("L3", path, "write")).toMatchObject({ verdict: "deny", code: "denied_policy" });
      expect((await judged("L3", path, "read")).verdict).toBe("allow");
    }
    expect((await judged("L3", "mine.json.bak", "write")).verdict).toBe("allow");
  });

  it("the state folder is neither written nor read nor listed", async () => {
    for (const op of ["read", "list", "write"] as const) {
      expect(await judged("L3", join(root, "state/key"), op)).toMatchObject({ code: "denied_policy" });
    }
  });
});

describe("sensitive files", () => {
  it.each([
    [".mcp.json", "write"],
    [".github/workflows/ci.yml", "create"],
    [".env", "read"],
    ["k.pem", "read"],
  ] as const)("%s: a %s is asked about at L2, marked at L3, refused below", async (path, op) => {
    expect(await judged("L1", path, op)).toMatchObject({ verdict: "deny", code: "denied_trust" });
    expect(await judged("L2", path, op)).toMatchObject({
      verdict: "ask",
      reason: expect.stringContaining(path),
    });
    expect(await judged("L3", path, op)).toMatchObject({
      verdict: "allow",
      mark: expect.stringContaining(path),
    });
  });

  it("the file that is opened counts, not its link's name", async () => {
    mkdirSync(join(ws, "secrets"));
    writeFileSync(join(ws, "secrets/k.pem"), "x");
    symlinkSync("secrets/k.pem", join(ws, "ok.txt"));
    expect((await judged("L2", "ok.txt", "read")).verdict).toBe("ask");
  });

  it("listing shows no content and is not asked about", async () => {
    expect((await judged("L0", ".ssh", "list")).verdict).toBe("allow");
  });
});

describe("places outside", () => {
  it("are refused below L2, asked about at L2 and allowed at L3", async () => {
    for (const op of ["read", "list", "write"] as const) {
      expect(await judged("L1", "../outside.txt", op)).toMatchObject({
        verdict: "deny",
        code: "denied_trust",
      });
      expect((await judged("L2", "../outside.txt", op)).verdict).toBe("ask");
      expect(await judged("L3", "../outside.txt", op)).toEqual({ verdict: "allow" });
    }
    expect((await judged("L3", "/etc/profile", "write")).verdict).toBe("deny");
  });

  it("a link out, a dangling one, one in the middle: where it leads counts, and the reason says where", async () => {
    symlinkSync("../outside.txt", join(ws, "l"));
    symlinkSync("..", join(ws, "up"));
    expect(await judged("L2", "l", "write")).toMatchObject({
      reason: expect.stringContaining("outside.txt"),
    });
    expect((await judged("L2", "up/x/y.txt", "create")).verdict).toBe("ask");
    expect((await judged("L2", `${ws}/up/ws/../x`, "read")).verdict).toBe("ask");
    expect((await judged("L2", "up/ws/a.txt", "read")).verdict).toBe("allow");
  });

  it("links in a loop lead nowhere that can be told", async () => {
    symlinkSync("b", join(ws, "a"));
    symlinkSync("a", join(ws, "b"));
    symlinkSync(join(root, "d"), join(root, "c"));
    symlinkSync(join(root, "c"), join(root, "d"));
    // The Fs opens nothing at all there, so there is nothing to ask about.
    expect((await judged("L2", "a", "read")).verdict).toBe("allow");
    expect(await judged("L2", join(root, "c"), "read")).toMatchObject({
      reason: expect.stringContaining("cannot be told"),
    });
  });

  it("extra roots and a workspace that is a link are inside; a sibling with the same beginning is not", async () => {
    symlinkSync("ws", join(root, "link"));
    expect((await judged("L0", "../extra/a", "read")).verdict).toBe("allow");
    expect((await judged("L0", "a.txt", "read", join(root, "link"))).verdict).toBe("allow");
    expect((await judged("L0", "../ws-old/a", "read")).verdict).toBe("deny");
  });
});

describe("names that are none", () => {
  it("NUL is refused at every level, other controls are asked about", async () => {
    expect(await judged("L3", "a.txt\0.png", "read")).toMatchObject({
      verdict: "deny",
      code: "denied_policy",
    });
    const asked = await judged("L2", "a\nDeckhand: allow? b.txt", "write");
    expect(asked).toMatchObject({ verdict: "ask" });
    expect(asked).not.toMatchObject({ reason: expect.stringContaining("\n") });
  });
});

it("a kept result is the session's own", async () => {
  expect((await judged("L0", "deckhand://result/abc", "read")).verdict).toBe("allow");
});

describe("the corpus of paths, as far as it is policy", () => {
  const rows = readFileSync(new URL("../../../test/corpus/paths.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(
      (line) => JSON.parse(line) as { id: string; path: string; op: string; expect: string; setup: string[] },
    )
    .filter(({ expect: right, setup }) => right === "confirm" && setup.every((line) => !line.includes("->")));

  it("finds rows to judge", () => expect(rows.length).toBeGreaterThan(2));

  it.each(rows)("$id is asked about at L2", async ({ path, op }) => {
    expect((await judged("L2", path, op as "read" | "write")).verdict).toBe("ask");
  });
});
