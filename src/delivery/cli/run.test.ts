import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommandLine } from "../../../test/run-command-line.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-cli-"));
  await writeFile(join(folder, "a.txt"), "one\ntwo\nthree\n");
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A user's file by which commands run at once, without a sandbox. */
async function unconfined(): Promise<string> {
  const file = join(folder, "mine.json");
  await writeFile(file, JSON.stringify({ trust: "L3", sandbox: { enabled: false } }));
  return file;
}

function deckhand(...args: readonly string[]) {
  return runCommandLine(folder, args);
}

describe("deckhand tools", () => {
  it("lists every tool in deck order with its stable fields", async () => {
    const { code, json } = await deckhand("tools", "--json");
    const { tools, tokens } = json() as { tools: Record<string, unknown>[]; tokens: number };
    expect(code).toBe(0);
    expect(tools.map(({ id }) => id)).toEqual([
      "read",
      "ls",
      "grep",
      "find",
      "websearch",
      "webfetch",
      "todo_read",
      "write",
      "edit",
      "bash",
      "process",
      "todo_set",
      "todo",
      "bg-process",
      "task",
      "saas-action",
      "memory",
      "glob",
      "patch",
      "notebook",
      "kill",
      "task_list",
      "task_create",
      "task_update",
      "plan_mode",
      "execute_mode",
      "clarify",
    ]);
    expect(tools[0]).toMatchObject({
      id: "read",
      path: "world.tools.file.read",
      title: "Read file",
      effects: ["READS(filesystem)"],
      trust: "L0",
      source: "builtin",
      state: "live",
    });
    expect(tools[12]).toMatchObject({ id: "todo", source: "card", trust: "L1" });
    expect(tools.at(-1)).toMatchObject({ id: "clarify", source: "native", trust: "L0" });
    expect(tokens).toBe(tools.reduce((sum, tool) => sum + Number(tool["tokens"]), 0));
  });

  it("prints an aligned table for people", async () => {
    const { out } = await deckhand("tools");
    const column = (word: string): number =>
      out
        .split("\n")
        .find((line) => line.includes(word))
        ?.indexOf(word) ?? -1;
    expect(column("L0")).toBe(column("L2"));
  });

  it("shows one tool's whole card, by wire name or node path", async () => {
    const byName = await deckhand("tools", "edit", "--json");
    const byPath = await deckhand("tools", "world.tools.file.edit", "--json");
    expect(byName.json()).toEqual(byPath.json());
    expect(byName.json()).toMatchObject({ id: "edit", parameters: { type: "object" } });
    expect((await deckhand("tools", "edit")).out).toContain("world.tools.file.edit");
  });

  it("offers only what --tools names, and nothing with --no-tools", async () => {
    const some = (await deckhand("--tools", "grep,read", "tools", "--json")).json();
    expect((some["tools"] as { id: string }[]).map(({ id }) => id)).toEqual(["read", "grep"]);
    expect((await deckhand("tools", "--no-tools", "--json")).json()).toEqual({ tools: [], tokens: 0 });
  });
});

describe("deckhand call", () => {
  it("prints the result and exits 0", async () => {
    const { code, out, err } = await deckhand("call", "read", "path=a.txt");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("two");
  });

  it("prints the stable JSON shape", async () => {
    const { json } = await deckhand("call", "read", "path=a.txt", "--json");
    expect(json()).toEqual({
      status: "ok",
      output: expect.stringContaining("two"),
      content: [{ kind: "text", text: expect.stringContaining("two") }],
      proofs: [{ path: expect.stringMatching(/a\.txt$/), proof: expect.stringMatching(/^proof1\./) }],
      trace: expect.stringMatching(/^[0-9A-Z]{26}$/),
    });
  });

  it("takes text fields verbatim and parses the others as JSON; fields win over --input", async () => {
    await writeFile(join(folder, "5"), "five\n");
    const input = JSON.stringify({ path: "a.txt", offset: 1 });
    const { out } = await deckhand("call", "read", "path=5", "limit=1", "--input", input);
    expect(out).toContain("five");
  });

  it("exits 1 with a code and a hint when the tool reports an error", async () => {
    const { code, json } = await deckhand("call", "read", "path=b.txt", "--json");
    expect(code).toBe(1);
    expect(json()).toMatchObject({
      status: "error",
      error: { code: "not_found", hint: expect.stringContaining("a.txt") },
    });
  });

  it("prints what a failing command said beside what went wrong", async () => {
    const command = "command=echo heard; echo worried >&2; exit 3";
    const { code, out, err } = await deckhand("call", "bash", command, "--config", await unconfined());
    expect(code).toBe(1);
    expect(out).toMatch(/heard[\s\S]*worried/);
    expect(err).toMatch(/exit code 3/);
  });

  it("says an error that is all there is to say once", async () => {
    const { out, err } = await deckhand("call", "read", "path=b.txt");
    expect(out).toBe("");
    expect(err).toMatch(/ENOENT/);
  });

  it("exits 1 for bad field values and unknown fields, naming them", async () => {
    const { code, err } = await deckhand("call", "read", "path=a.txt", "limit=many", "colour=red");
    expect(code).toBe(1);
    expect(err).toMatch(/limit/);
    expect(err).toMatch(/colour/);
  });

  it("exits 3 when the path lies outside the workspace and nobody can be asked, or nobody would be", async () => {
    const outside = ["call", "read", "path=/etc/hostname", "--json"];
    const asked = await deckhand(...outside);
    expect(asked.code).toBe(3);
    expect(asked.json()).toMatchObject({
      status: "needs_approval",
      error: { code: "needs_approval" },
      approval: { id: expect.any(String), expires: expect.stringMatching(/Z$/) },
      trace: expect.any(String),
    });
    const refused = await deckhand(...outside, "--trust", "L1");
    expect(refused.code).toBe(3);
    expect(refused.json()).toMatchObject({ status: "denied", error: { code: "denied_trust" } });
    expect((await deckhand(...outside, "--trust", "L3")).json()).toMatchObject({ status: "ok" });
  });

  it("reaches a folder that --add-dir names", async () => {
    const other = await mkdtemp(join(tmpdir(), "deckhand-other-"));
    try {
      await writeFile(join(other, "b.txt"), "beyond\n");
      const path = `path=${join(other, "b.txt")}`;
      expect((await deckhand("call", "read", path)).code).toBe(3);
      expect((await deckhand("call", "read", path, "--add-dir", other)).out).toContain("beyond");
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it("shows what a dry run would change and keeps nothing", async () => {
    const edit = ["call", "edit", "path=a.txt", "oldText=two", "newText=TWO", "--dry-run"];
    const { code, err } = await deckhand(...edit);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/would update .*a\.txt/) });
    expect((await deckhand(...edit, "--json")).json()).toMatchObject({ changes: [{ kind: "update" }] });
    expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  });
});

describe("wrong usage", () => {
  it.each([
    ["an unknown command", ["tolls"], /Did you mean "tools"/],
    ["an unknown tool", ["call", "raed"], /Did you mean "read"/],
    ["an unknown tool's card", ["tools", "raed"], /Available tools/],
    ["an unknown name in --tools", ["tools", "--tools", "gerp"], /Did you mean "grep"/],
    ["an unknown flag", ["tools", "--jsn"], /--json/],
    ["input that is no JSON", ["call", "read", "--input", "{path"], /not valid JSON/],
    ["input that is no object", ["call", "read", "--input", "[1]"], /not a JSON object/],
    ["a field without a value", ["call", "read", "a.txt"], /key=value.*\n.*--input/s],
    ["a trust level that does not exist", ["tools", "--trust", "L9"], /L0, L1, L2, L3/],
    ["a shell without completion", ["completion", "tcsh"], /bash, zsh, fish/],
    ["a shell named after what every object has", ["completion", "toString"], /bash, zsh, fish/],
    ["no tool name", ["call"], /missing required argument/],
    ["more words than a command takes", ["tools", "read", "ls"], /too many arguments/],
    [
      "an unknown command of config",
      ["config", "shwo"],
      /Did you mean "show"\? Use show, schema, path, help/,
    ],
    ["an unknown command of approvals", ["approvals", "lst"], /Did you mean "list"/],
    ["an unknown command of trace", ["trace", "lst"], /Did you mean "list"/],
    ["an unknown command of audit", ["audit", "vrify"], /Did you mean "verify"/],
    ["an unknown command of policy", ["policy", "tset"], /Did you mean "test"/],
    ["help for an unknown command", ["help", "tolls"], /Did you mean "tools"/],
    ["help for an unknown command of a group", ["help", "mcp", "statu"], /Did you mean "status"/],
    ["help in a group for an unknown command", ["mcp", "help", "statu"], /Did you mean "status"/],
    ["no id for a trace", ["trace", "show"], /deckhand help trace show/],
  ])("%s exits 2 and says what would work", async (_what, args, expected) => {
    const { code, out, err } = await deckhand(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(expected);
  });

  it("shows what is invisible in what it quotes", async () => {
    const told = [
      await deckhand("tools", "--tools", "re\u202e\rad"),
      await deckhand("call", "read", "path=a\u202e\rb", "--trust", "L3"),
    ];
    for (const { err } of told) expect(err).toMatch(/^error: [\x20-\x7e]+\n/);
  });

  it("is JSON too when --json is given", async () => {
    const { code, json } = await deckhand("call", "raed", "--json");
    expect(code).toBe(2);
    expect(json()).toMatchObject({ status: "error", error: { code: "unknown_tool" } });
  });

  it("names a working folder that does not exist", async () => {
    await rm(folder, { recursive: true });
    const { code, err } = await deckhand("call", "ls");
    expect(code).toBe(2);
    expect(err).toMatch(/no such folder/i);
  });
});

describe("without a command", () => {
  it("prints the catalogue and three calls to try", async () => {
    const { code, out } = await deckhand();
    expect(code).toBe(0);
    expect(out.match(/npx deckhand call /g)).toHaveLength(3);
    expect(out).toContain("notebook");
  });

  it("shows help and the version", async () => {
    expect((await deckhand("--help")).out).toContain("call");
    expect((await deckhand("--version")).out).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each([
    ["help", "trace", "list"],
    ["trace", "help", "list"],
    ["trace", "list", "--help"],
  ])("shows the help of one command, and where the other flags are: %s %s %s", async (...words) => {
    const { code, out } = await deckhand(...words);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: deckhand trace list/);
    expect(out).toContain("--failed");
    expect(out).toMatch(/--json: deckhand help$/m);
  });
});

describe("completion", () => {
  it.each(["bash", "zsh", "fish"])("knows the tools and their fields in %s", async (shell) => {
    const { code, out } = await deckhand("completion", shell);
    expect(code).toBe(0);
    expect(out).toContain("notebook");
    expect(out).toContain("oldText=");
  });
});
