import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import { type ContextOverrides, Fault } from "../../kernel/index.ts";
import type { Delegate, DelegateRequest } from "../delegate.ts";
import { buildTaskCapability } from "./task-card.ts";

describe("task", () => {
  it("R48, R328: gives the objective to the injected runner and brings its one report back", async () => {
    const requests: DelegateRequest[] = [];
    const invoke = task({
      run: (request) => {
        requests.push(request);
        return Promise.resolve(`Report on ${request.objective}`);
      },
    });
    expect(await invoke({ objective: "the tests" })).toMatchObject({
      isError: false,
      output: "Report on the tests",
    });
    await invoke({ objective: "the docs", agent: "writer", context: "in docs/" });
    expect(requests).toEqual([
      { objective: "the tests", depth: 1 },
      { objective: "the docs", agent: "writer", context: "in docs/", depth: 1 },
    ]);
  });

  it("R49: without a runner it builds, and says that delegation is unavailable and what would work", async () => {
    expect(await task(undefined)({ objective: "a" })).toMatchObject({
      isError: true,
      error: {
        code: "unavailable",
        message: "Delegation is unavailable: this session has no runner for sub-agents.",
        hint: "Do the work here. A host provides a runner as framework.delegate.",
      },
    });
  });

  it("goes only as deep as allowed", async () => {
    const depths: number[] = [];
    const run: Delegate["run"] = ({ depth }) => Promise.resolve(String(depths.push(depth)));
    await task({ run, depth: 1 })({ objective: "a" });
    await task({ run, depth: 4, maxDepth: 5 })({ objective: "a" });
    expect(await task({ run, depth: 2 })({ objective: "a" })).toMatchObject({
      isError: true,
      output: "Delegations may go 2 deep, and this session is at 2.\nDo this part of the work here.",
    });
    expect(await task({ run, maxDepth: 0 })({ objective: "a" })).toMatchObject({ isError: true });
    expect(depths).toEqual([2, 5]);
  });

  it("runs four at once, the others wait their turn", async () => {
    const runner = heldRunner();
    const invoke = task(runner);
    const calls = ["1", "2", "3", "4", "5", "6"].map((objective) => invoke({ objective }));
    await turn();
    expect(runner.begun()).toEqual(["1", "2", "3", "4"]);
    runner.end("2");
    await turn();
    expect(runner.begun()).toEqual(["1", "2", "3", "4", "5"]);
    for (const objective of ["1", "3", "4", "5"]) runner.end(objective);
    await turn();
    runner.end("6");
    expect((await Promise.all(calls)).map(({ output }) => output)).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  it("one that is cancelled while it waits never begins, and holds nobody up", async () => {
    const runner = heldRunner(1);
    const [first, second, third] = ["1", "2", "3"].map(() => new AbortController());
    const invoke = task(runner);
    const running = invoke({ objective: "1" }, { cancel: first!.signal });
    const waiting = invoke({ objective: "2" }, { cancel: second!.signal });
    const last = invoke({ objective: "3" }, { cancel: third!.signal });
    second!.abort(new Error("taken back"));
    await expect(waiting).rejects.toThrow("taken back");
    runner.end("1");
    expect((await running).output).toBe("1");
    await turn();
    runner.end("3");
    expect((await last).output).toBe("3");
    expect(runner.begun()).toEqual(["1", "3"]);
  });

  it("cancellation is raised again, also when the runner does not listen or makes something else of it", async () => {
    for (const run of [deaf, wordy]) {
      const controller = new AbortController();
      const answer = task({ run })({ objective: "a" }, { cancel: controller.signal });
      controller.abort(new Error("taken back"));
      await expect(answer).rejects.toThrow("taken back");
    }
  });

  it.each<[string, Delegate["run"], string, string]>([
    ["throws", () => Promise.reject(new Error("no model")), "tool_error", "The sub-agent failed: no model"],
    ["throws at once", raise, "tool_error", "The sub-agent failed: at once"],
    ["throws no error", () => Promise.reject("why not"), "tool_error", "The sub-agent failed: why not"],
    [
      "gives up by itself",
      () => Promise.reject(abortError()),
      "tool_error",
      "The sub-agent failed: its own limit",
    ],
    [
      "knows what went wrong",
      () => Promise.reject(new Fault("not_found", "No agent poet.", { hint: "Agents: writer." })),
      "not_found",
      "No agent poet.\nAgents: writer.",
    ],
    [
      "answers with an object",
      answering({ report: "a" }),
      "tool_error",
      "The sub-agent answered with object instead of a report.",
    ],
    [
      "answers with nothing",
      answering(undefined),
      "tool_error",
      "The sub-agent answered with undefined instead of a report.",
    ],
    [
      "answers with null",
      answering(null),
      "tool_error",
      "The sub-agent answered with null instead of a report.",
    ],
  ])("R43: a runner that %s gives an error result", async (_kind, run, code, says) => {
    const outcome = await task({ run })({ objective: "a" });
    expect(outcome).toMatchObject({ isError: true, error: { code } });
    expect(outcome.output).toContain(says);
  });

  it("an empty report is told as such", async () => {
    expect((await task({ run: () => Promise.resolve(" ") })({ objective: "a" })).output).toBe(
      "The sub-agent ended without a report.",
    );
  });

  it("passes progress on", async () => {
    const notes: string[] = [];
    await task({ run: telling })({ objective: "a" }, { progress: (note) => void notes.push(note) });
    expect(notes).toEqual(["half way"]);
  });

  it("a handle that cannot run is told when the card is built", () => {
    expect(() => task({} as Delegate)).toThrow("framework.delegate lacks run().");
  });
});

function task(delegate: Delegate | undefined) {
  const tool = buildTaskCapability({ cwd: "/workspace", framework: { delegate } });
  return (input: object, overrides: ContextOverrides = {}) =>
    tool.invoke({ id: "1", name: "task", input }, makeContext(overrides));
}

/** A runner whose work ends when it is told to. */
function heldRunner(maxConcurrent?: number): Delegate & { begun(): string[]; end(objective: string): void } {
  const ends = new Map<string, (report: string) => void>();
  return {
    run: ({ objective }) => new Promise((resolve) => void ends.set(objective, resolve)),
    ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
    begun: () => [...ends.keys()],
    end: (objective) => ends.get(objective)?.(objective),
  };
}

/** Lets everything happen that can. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

const deaf: Delegate["run"] = () => new Promise(() => undefined);

const wordy: Delegate["run"] = (_request, { cancel }) =>
  new Promise((_resolve, reject) => {
    cancel.addEventListener("abort", () => reject(new Error("something else")));
  });

const telling: Delegate["run"] = (_request, { progress }) => {
  progress("half way");
  return Promise.resolve("done");
};

function raise(): never {
  throw new Error("at once");
}

function abortError(): Error {
  return Object.assign(new Error("its own limit"), { name: "AbortError" });
}

function answering(report: unknown): Delegate["run"] {
  return () => Promise.resolve(report as string);
}
