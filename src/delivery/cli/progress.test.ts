import { expect, it } from "vitest";
import { recordingTerminal } from "../../../test/run-command-line.ts";
import { withProgress } from "./progress.ts";

it("hands on what the work comes to", async () => {
  const { terminal } = recordingTerminal();
  expect(await withProgress("working", terminal, Promise.resolve("done"))).toBe("done");
  await expect(withProgress("working", terminal, Promise.reject(new Error("no")))).rejects.toThrow("no");
});

it("waits no longer once the person presses Ctrl-C, and takes the line away", async () => {
  const person = new AbortController();
  const lines: string[] = [];
  const terminal = {
    ...recordingTerminal().terminal,
    interrupt: person.signal,
    status: (text: string) => void lines.push(text),
  };
  const never = withProgress("working", terminal, new Promise(() => undefined));
  person.abort(new Error("Ctrl-C"));
  await expect(never).rejects.toThrow("Ctrl-C");
  expect(lines.at(-1)).toBe("");
});
