import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import { type Caller, Fault, blocksResult, projectContent, type ToolResult } from "../../kernel/index.ts";
import { toolCall } from "./tool-call.ts";

describe("tool_call", () => {
  it("passes name, arguments and cancellation on, and returns the target's result whole", async () => {
    const result = blocksResult([
      { kind: "text", text: "a cat" },
      { kind: "image", mediaType: "image/png", data: "AAAA" },
    ]);
    const calls: unknown[][] = [];
    const ctx = makeContext({
      caller: answering(result, (...args) => {
        calls.push(args);
      }),
    });
    const outcome = await toolCall.invoke(call({ name: "camera", arguments: { zoom: 2 } }), ctx);
    expect(calls).toEqual([["camera", { zoom: 2 }, ctx.cancel]]);
    expect(outcome.result.content).toEqual(result.content);
  });

  it("keeps the error of its target", async () => {
    const error = { code: "not_found", message: "No such file." } as const;
    const failed: ToolResult = { content: [{ kind: "text", text: "No such file." }], isError: true, error };
    const outcome = await toolCall.invoke(call({ name: "read" }), makeContext({ caller: answering(failed) }));
    expect(outcome).toMatchObject({ isError: true, error });
  });

  it("gives the fault of an unknown name as it is", async () => {
    const caller: Caller = {
      call: () =>
        Promise.reject(new Fault("unknown_tool", "There is no tool raed.", { hint: "Did you mean read?" })),
    };
    const outcome = await toolCall.invoke(call({ name: "raed" }), makeContext({ caller }));
    expect(outcome.error).toMatchObject({ code: "unknown_tool", hint: "Did you mean read?" });
  });

  it("rethrows cancellation", async () => {
    const stop = new AbortController();
    const caller: Caller = {
      call: () => {
        stop.abort();
        return Promise.reject(stop.signal.reason as Error);
      },
    };
    const running = toolCall.invoke(call({ name: "bash" }), makeContext({ caller, cancel: stop.signal }));
    await expect(running).rejects.toBe(stop.signal.reason);
  });

  it("leaves arguments that came as JSON text to the target, and takes none for an empty bag", async () => {
    const seen: unknown[] = [];
    const ctx = makeContext({ caller: answering(blocksResult([]), (_name, input) => void seen.push(input)) });
    await toolCall.invoke(call({ name: "ls", arguments: '{"path":"."}' }), ctx);
    await toolCall.invoke(call({ name: "ls" }), ctx);
    expect(seen).toEqual(['{"path":"."}', {}]);
  });

  it("refuses a call without a name", async () => {
    expect((await toolCall.invoke(call({ arguments: {} }), makeContext())).error?.code).toBe("invalid_input");
  });
});

function call(input: unknown) {
  return { id: "1", name: "tool_call", input };
}

function answering(
  result: ToolResult,
  noting: (...args: Parameters<Caller["call"]>) => void = () => undefined,
): Caller {
  return {
    call: (...args) => {
      noting(...args);
      const { isError, content } = result;
      return Promise.resolve({ callId: "2", isError, output: projectContent(content), result });
    },
  };
}
