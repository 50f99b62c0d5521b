import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { recordingTerminal } from "../../../test/run-command-line.ts";
import { startedByTool } from "../../backends/index.ts";
import type { Approval } from "../../control/index.ts";
import { terminalApprover } from "./terminal-approver.ts";

const never = new AbortController().signal;

const RULE = { tool: "write", cwd: "/w", when: [] } as const;

describe("approving at a terminal", () => {
  it.each([
    ["y\n", "once"],
    ["YES\n", "once"],
    ["s\n", "session"],
    ["r\n", "rule"],
    ["n\n", "deny"],
    ["what?\nno\n", "deny"],
  ])("takes an answer in a letter or a word: %j", async (typed, answer) => {
    const { approver, type } = watched();
    const asked = approver.ask(approval({ rule: RULE }), never);
    await type(typed);
    expect(await asked).toBe(answer);
  });

  it("offers a rule only where there is one, spelled out, and nothing wide where every call is asked about", async () => {
    const ruled = watched();
    const first = ruled.approver.ask(approval({ rule: RULE }), never);
    await ruled.type("n\n");
    await first;
    expect(ruled.printed.err).toContain("always allow write, whatever its arguments, until its definition");
    const plain = watched();
    const asked = plain.approver.ask(approval(), never);
    await plain.type("r\nr\nr\n");
    expect(await asked).toBe("unavailable");
    const narrow = watched();
    const strict = narrow.approver.ask(approval({ rule: RULE, everyTime: true }), never);
    await narrow.type("s\nr\ny\n");
    expect(await strict).toBe("once");
    expect(narrow.printed.err).not.toContain("always allow");
  });

  it("takes Ctrl-C for a no, and the end of the input for nobody", async () => {
    const refused = watched();
    const first = refused.approver.ask(approval(), never);
    await refused.type("\u0003");
    expect(await first).toBe("deny");
    const gone = watched();
    const second = gone.approver.ask(approval(), never);
    gone.leave();
    expect(await second).toBe("unavailable");
  });

  it("asks nobody in a pipe or with --json", async () => {
    const { terminal, printed } = recordingTerminal();
    const pipe = { input: new PassThrough(), output: new PassThrough() };
    const inPipe = terminalApprover(terminal, { isJson: false, streams: pipe });
    expect(await inPipe.ask(approval(), never)).toBe("unavailable");
    expect(await watched(true).approver.ask(approval(), never)).toBe("unavailable");
    expect(printed.err).toBe("");
  });

  it("asks nobody at a terminal that a tool made for itself", async () => {
    vi.stubEnv("DECKHAND_JOB", "0123456789abcdef");
    try {
      const { approver, type, printed } = watched();
      const asked = approver.ask(approval(), never);
      await type("y\n");
      expect(await asked).toBe("unavailable");
      expect(printed.err).toBe("");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("puts one question after the other, the moving line cleared first", async () => {
    const { approver, type, printed, cleared } = watched();
    const first = approver.ask(approval({ preview: "FIRST" }), never);
    const second = approver.ask(approval({ preview: "SECOND" }), never);
    await type("");
    expect(printed.err).toContain("FIRST");
    expect(printed.err).not.toContain("SECOND");
    expect(cleared()).toBe(1);
    await type("y\n");
    expect(await first).toBe("once");
    await type("n\n");
    expect(await second).toBe("deny");
    expect(printed.err).toContain("SECOND");
  });

  it("ends when the call is taken back, also while it waits for its turn, and goes on with the next", async () => {
    const { approver, type, printed } = watched();
    const cancel = new AbortController();
    const both = Promise.allSettled([
      approver.ask(approval(), cancel.signal),
      approver.ask(approval({ preview: "SECOND" }), cancel.signal),
    ]);
    const third = approver.ask(approval(), never);
    await type("");
    cancel.abort();
    expect(await both).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    await type("y\n");
    expect(await third).toBe("once");
    expect(printed.err).not.toContain("SECOND");
  });

  it("shows the call with nothing in it that could fool a person", async () => {
    const { approver, type, printed } = watched();
    const asked = approver.ask(
      approval({ preview: "write\u001b[2J\u202e ok\rapproved", reason: "because\nn  no \u200b" }),
      never,
    );
    await type("n\n");
    await asked;
    for (const hidden of ["\u001b", "\u202e", "\u200b", "\r"]) expect(printed.err).not.toContain(hidden);
    expect(printed.err).toContain("<U+202E>");
    expect(printed.err).toContain("because n no <U+200B>");
  });
});

function watched(isJson = false) {
  const { terminal, printed } = recordingTerminal();
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let clearings = 0;
  let stopped = 0;
  const status = () => void (clearings += 1);
  return {
    approver: terminalApprover(
      { ...terminal, status },
      { isJson, streams: { input, output }, onAsk: () => void (stopped += 1) },
    ),
    type: async (text: string) => {
      await turn();
      for (const line of text.split(/(?<=\n)/)) {
        input.write(line);
        await turn();
      }
    },
    leave: () => void input.end(),
    cleared: () => Math.min(clearings, stopped),
    printed,
  };
}

/** Long enough for the look at the processes above us. */
async function turn(): Promise<void> {
  await startedByTool();
  for (let turns = 0; turns < 5; turns += 1) await new Promise((next) => setImmediate(next));
}

function approval(parts: Partial<Approval> = {}): Approval {
  return {
    id: "01J",
    binding: {
      session: "s",
      tool: "write",
      definition: "d",
      input: "i",
      cwd: "/w",
      places: "l",
      policy: "p",
    },
    state: "waiting",
    width: "once",
    createdAt: 1,
    expiresAt: 2,
    preview: "write a.txt",
    reason: "it writes",
    ...parts,
  };
}
