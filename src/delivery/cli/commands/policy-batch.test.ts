import { mkdtemp, readdir, rm, rmdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runCommandLine } from "../../../../test/run-command-line.ts";
import { loadPolicy } from "../../../session/index.ts";

let folder = "";
/** Where rows are judged, which must be empty afterwards. */
let scratch = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-batch-"));
  scratch = await mkdtemp(join(tmpdir(), "deckhand-batch-rows-"));
  vi.stubEnv("TMPDIR", scratch);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
  // Not with what is in it: nothing may be.
  await rmdir(scratch);
});

async function answersTo(...lines: readonly unknown[]): Promise<readonly Record<string, unknown>[]> {
  const file = join(folder, "rows.jsonl");
  await writeFile(
    file,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  const { code, out } = await runCommandLine(folder, ["policy", "test", "--batch", file]);
  expect(code).toBe(0);
  return out === ""
    ? []
    : out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("deckhand policy test --batch", () => {
  it("answers rows of every kind in their order, and says what is wrong with the others", async () => {
    const answers = await answersTo(
      { id: "c", command: "git push -f origin main", context: { branch: "work" } },
      "",
      "{ not json",
      { id: "u", url: "http://pub.example/", resolve: { "pub.example": ["93.184.216.34"] } },
      "[1]",
      { command: "ls" },
      { id: "p", setup: ["file a.txt"], path: "a.txt", op: "read" },
      { id: "n" },
      { id: "b", path: "a.txt", op: "eat" },
      { id: "x", command: 3 },
      { id: "y", url: "http://a.example/", resolve: { "a.example": "1.1.1.1" } },
      '{"id":"last","command":"ls"}\r',
    );
    expect(answers).toMatchObject([
      { id: "c", verdict: "deny", rule: "git.force-push-main", reason: expect.any(String) },
      { id: null, error: expect.stringContaining("no JSON") },
      { id: "u", verdict: "allow" },
      { id: null, error: expect.any(String) },
      { id: null, error: expect.stringContaining("id") },
      { id: "p", verdict: "allow" },
      { id: "n", error: expect.stringContaining("about nothing") },
      { id: "b", error: expect.stringContaining("op") },
      { id: "x", error: expect.stringContaining("command") },
      { id: "y", error: expect.stringContaining("resolve") },
      { id: "last", verdict: "allow" },
    ]);
    expect(Object.keys(answers[0] ?? {})).toEqual(["id", "verdict", "rule", "reason"]);
  });

  it("of nothing is nothing; a file that is not there is wrong usage", async () => {
    expect(await answersTo()).toEqual([]);
    expect((await runCommandLine(folder, ["policy", "test", "--batch", join(folder, "none")])).code).toBe(2);
    expect((await runCommandLine(folder, ["policy", "test", "--batch", folder])).code).toBe(2);
    expect((await runCommandLine(folder, ["policy", "test", "ls", "--batch"])).code).toBe(2);
  });

  it("does not keep a line that never ends", async () => {
    const { judgeBatch } = await loadPolicy();
    const piece = Buffer.alloc(1024 * 1024, "x");
    function* endless(): Generator<Buffer> {
      yield Buffer.from('{"id":"a","command":"ls"}\n');
      for (let megabytes = 0; megabytes < 64; megabytes += 1) yield piece;
      yield Buffer.from('\n{"id":"b","command":"l');
      yield Buffer.from('s \u00fc"}').subarray(0, 4);
      yield Buffer.from('s \u00fc"}').subarray(4);
    }
    const answers = [];
    for await (const answer of judgeBatch(Readable.from(endless()), new AbortController().signal))
      answers.push(answer);
    expect(answers).toMatchObject([
      { id: "a", verdict: "allow" },
      { id: null, error: expect.stringContaining("characters") },
      { id: "b", verdict: "allow" },
    ]);
  });

  it("ends when it is cancelled", async () => {
    const { judgeBatch } = await loadPolicy();
    const aborter = new AbortController();
    const rows = Readable.from([Buffer.from('{"id":"a","command":"ls"}\n'.repeat(5))]);
    const judging = async (): Promise<void> => {
      for await (const _ of judgeBatch(rows, aborter.signal)) aborter.abort();
    };
    await expect(judging()).rejects.toThrow("aborted");
  });
});

describe("rows about URLs", () => {
  const at = { "pub.example": ["93.184.216.34"], "in.example": ["10.0.0.1"] };
  it.each([
    [
      "the next answer of a name that changes its mind",
      { resolveSeq: { "pub.example": [["93.184.216.34"], ["10.0.0.7"]] }, redirects: ["/a"] },
      "deny",
    ],
    [
      "a redirect to another public host",
      { resolve: { ...at, "two.example": ["93.184.216.35"] }, redirects: ["https://two.example/"] },
      "ask",
    ],
    [
      "a redirect to another host that is private",
      { resolve: at, redirects: ["https://in.example/"] },
      "deny",
    ],
    [
      "a redirect from https to http",
      { url: "https://pub.example/", resolve: at, redirects: ["http://pub.example/"] },
      "deny",
    ],
    ["five redirects", { resolve: at, redirects: ["/1", "/2", "/3", "/4", "/5"] }, "allow"],
    ["six redirects", { resolve: at, redirects: ["/1", "/2", "/3", "/4", "/5", "/6"] }, "deny"],
    ["an odd port on a private name", { url: "http://in.example:22/", resolve: at }, "deny"],
    [
      "a name that is a property of every object",
      { url: "http://constructor.prototype/", resolve: at },
      "deny",
    ],
    ["a body, of which only the URL is judged", { resolve: at, body: "gzip-bomb" }, "allow"],
  ])("judge %s", async (_what, row, verdict) => {
    expect(await answersTo({ id: "u", url: "http://pub.example/", ...row })).toMatchObject([{ verdict }]);
  });
});

describe("rows about paths", () => {
  it.each([
    [["file $OUT/../../../../stray.txt"]],
    [["file ELSEWHERE/stray"]],
    [["symlink d -> ELSEWHERE", "file d/stray"]],
    [["symlink d -> ELSEWHERE", "dir d/stray"]],
    [["symlink l -> ELSEWHERE/stray", "file l"]],
    [["hardlink h -> ELSEWHERE/rows.jsonl"]],
    [["symlink up -> ../..", "symlink up/stray -> x"]],
    [["fifo p", "file p"]],
    [["fifo p", "modify p"]],
    [["line-file x 999999 GB"]],
    [["constructor x"]],
    [["no-such-line x"]],
  ])("touch nothing but a folder of their own, and wait for nothing: %j", async (setup) => {
    const lines = setup.map((line) => line.replace("ELSEWHERE", folder));
    const [answer] = await answersTo({ id: "p", setup: lines, path: "x", op: "read" });
    expect(answer).toEqual({ id: "p", error: expect.any(String) });
    expect(await readdir(folder)).toEqual(["rows.jsonl"]);
  });

  it("are really called once the policy lets them, and leave nothing behind", async () => {
    const answers = await answersTo(
      { id: "seen", setup: ["file a b.txt", "read a b.txt"], path: "a b.txt", op: "write" },
      { id: "unseen", setup: ["file a.txt"], path: "a.txt", op: "write" },
      { id: "other", setup: ["file a.txt", "read a.txt session=two"], path: "a.txt", op: "write" },
      { id: "part", setup: ["file a.txt 9 lines", "read a.txt 1-2"], path: "a.txt", op: "write" },
      { id: "deep", setup: ["nest 700"], path: ".", op: "find", pattern: "x*" },
      { id: "outside", setup: [], path: "$OUT/x", op: "write" },
      { id: "empty", setup: [], path: "", op: "read" },
    );
    expect(answers.map(({ id, verdict, rule }) => [id, verdict, rule])).toEqual([
      ["seen", "allow", "harmless"],
      ["unseen", "deny", "call.denied_proof"],
      ["other", "deny", "call.denied_proof"],
      ["part", "deny", "call.denied_proof"],
      ["deep", "allow", "harmless"],
      ["outside", "ask", "file.outside"],
      ["empty", "deny", "call.invalid_input"],
    ]);
  });
});
