import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { recordingTerminal } from "../../../test/run-command-line.ts";
import { terminalAsker } from "./terminal-asker.ts";

const never = new AbortController().signal;

describe("asking at a terminal", () => {
  it("R321: returns what the person types", async () => {
    const { asker, type } = watched();
    const answer = asker.ask({ text: "Which name?" }, never);
    type("deck\n");
    expect(await answer).toEqual({ kind: "answered", text: "deck" });
  });

  it.each([
    ["2\n", "blue"],
    ["BLUE\n", "blue"],
    ["9\ngreen\n1\n", "red"],
  ])("R321: takes a choice by number or by name, and asks again otherwise: %j", async (typed, text) => {
    const { asker, type } = watched();
    const answer = asker.ask({ text: "Which?", choices: ["red", "blue"] }, never);
    for (const line of typed.split(/(?<=\n)/)) {
      type(line);
      await new Promise((turn) => setImmediate(turn));
    }
    expect(await answer).toEqual({ kind: "answered", text });
  });

  it("R325: is unavailable in a pipe, with --json, and when the person leaves", async () => {
    const { terminal } = recordingTerminal();
    const pipe = { input: new PassThrough(), output: new PassThrough() };
    expect(await terminalAsker(terminal, false, pipe).ask({ text: "?" }, never)).toEqual({
      kind: "unavailable",
    });
    expect(await watched(true).asker.ask({ text: "?" }, never)).toEqual({ kind: "unavailable" });
    const { asker, leave } = watched();
    const answer = asker.ask({ text: "?" }, never);
    leave();
    expect(await answer).toEqual({ kind: "unavailable" });
  });

  it("shows what a model made invisible", async () => {
    const { asker, type, printed } = watched();
    const answer = asker.ask({ text: "Sure?\u202e\u001b[2J" }, never);
    type("yes\n");
    await answer;
    expect(printed.err).not.toContain("\u202e");
    expect(printed.err).not.toContain("\u001b");
  });

  it("ends when the call is taken back", async () => {
    const { asker } = watched();
    const cancel = new AbortController();
    const answer = asker.ask({ text: "?" }, cancel.signal);
    cancel.abort();
    await expect(answer).rejects.toThrow(/abort/i);
  });
});

function watched(isJson = false) {
  const { terminal, printed } = recordingTerminal();
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  return {
    asker: terminalAsker(terminal, isJson, { input, output }),
    type: (text: string) => void input.write(text),
    leave: () => void input.end(),
    printed,
  };
}
