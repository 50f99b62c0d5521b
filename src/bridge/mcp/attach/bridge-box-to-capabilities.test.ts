import { describe, expect, it } from "vitest";
import { manualTime } from "../../../../test/mcp/manual-time.ts";
import {
  type ConnectionScript,
  scriptedServer,
  scriptedServers,
} from "../../../../test/mcp/scripted-servers.ts";
import { makeContext } from "../../../backends/index.ts";
import {
  cardsForDeckProfile,
  type CapabilityCard,
  createToolIndex,
  provisionCards,
} from "../../../deck/index.ts";
import { textResult, type ToolBox, type ToolCall, type ToolOutcome } from "../../../kernel/index.ts";
import { emptyBridgeLedger } from "../../../ledger/index.ts";
import { attachBridgeCapabilities } from "./attach-bridge-capabilities.ts";
import { bridgeBoxToCapabilities } from "./bridge-box-to-capabilities.ts";
import { bridgeCapabilityCard } from "./bridge-capability-card.ts";
import { bridgeConfig } from "./bridge-config.ts";
import { bridgeTools } from "./bridge-status.ts";

const DESCRIPTORS = [
  {
    name: "github__create_issue",
    description: "Create an issue.\nAsk first.",
    parameters: { type: "object" },
  },
  { name: "files__read", description: "", parameters: { type: "object", required: ["path"] } },
];

describe("capabilities of a box", () => {
  it("R95, R104: one for each descriptor, whose name and label are the qualified name", () => {
    const capabilities = bridgeBoxToCapabilities(boxOf({}).box);
    expect(capabilities.map(({ name, label }) => [name, label])).toEqual([
      ["github__create_issue", "github__create_issue"],
      ["files__read", "files__read"],
    ]);
    expect(capabilities.map((capability) => capability.descriptor())).toEqual(DESCRIPTORS);
  });

  it("R96: execute runs the shared runner under the qualified name, with an id made of it", async () => {
    const { box, calls } = boxOf({ output: "ok" });
    const [capability] = bridgeBoxToCapabilities(box);
    const { signal } = new AbortController();
    await capability?.execute("call-7", { title: "Bug" }, signal);
    const call = { id: "bridge_github__create_issue", name: "github__create_issue", input: { title: "Bug" } };
    expect(calls).toEqual([{ call, cancel: signal }]);
  });

  it("R98: a call without a cancel signal gets one that is never cancelled", async () => {
    const { box, calls } = boxOf({ output: "ok" });
    await bridgeBoxToCapabilities(box)[0]?.execute("1", {});
    expect(calls[0]?.cancel).toBeInstanceOf(AbortSignal);
    expect(calls[0]?.cancel?.aborted).toBe(false);
  });

  it.each([
    ["a text stays as it is", '{"a":1}\n', '{"a":1}\n'],
    ["a value is pretty-printed", { a: [1, true] }, '{\n  "a": [\n    1,\n    true\n  ]\n}'],
    ["a number is JSON", 7, "7"],
    ["null is empty", null, ""],
    ["nothing is empty", undefined, ""],
  ])("R97: %s", async (_what, output, text) => {
    for (const isError of [false, true]) {
      const [capability] = bridgeBoxToCapabilities(boxOf({ output, isError }).box);
      expect(await capability?.execute("1", {})).toEqual({ content: [{ kind: "text", text }], isError });
    }
  });

  it("R97: blocks that have no text of their own are passed on whole", async () => {
    const content = [
      { kind: "text", text: "a picture" },
      { kind: "image", mediaType: "image/png", data: "AA==" },
    ] as const;
    const result = { content, isError: false };
    const [capability] = bridgeBoxToCapabilities(boxOf({ output: content, result }).box);
    expect(await capability?.execute("1", {})).toEqual(result);
  });

  it("bound to a context, a call is checked like that of any tool", async () => {
    const { box, calls } = boxOf({ output: "ok" });
    const read = bridgeBoxToCapabilities(box)[1]?.bind(() => makeContext());
    expect(await read?.execute("1", {})).toMatchObject({ isError: true, error: { code: "invalid_input" } });
    expect(calls).toEqual([]);
    expect(await read?.execute("1", { path: "a" })).toMatchObject({ isError: false });
  });
});

describe("the card of a capability", () => {
  it("R99: builds the tool that is already there, and stands in the deck and its search beside static rows", () => {
    const [capability] = bridgeBoxToCapabilities(boxOf({}).box);
    const card: CapabilityCard = bridgeCapabilityCard(capability!);
    expect(card).toMatchObject({
      id: "github__create_issue",
      title: "github__create_issue",
      summary: "Create an issue.",
    });
    expect(Object.isFrozen(card)).toBe(true);
    const deck = provisionCards([...cardsForDeckProfile("observe"), card], { cwd: "/work" });
    expect(deck.tools().at(-1)).toBe(capability);
    const index = createToolIndex(deck.tools());
    expect(index.search("create issue", 5).map(({ name }) => name)).toContain("github__create_issue");
  });
});

describe("the runner of attached servers", () => {
  it("R96: calls the owning server under the name that server knows, with the row's time limit (R105)", async () => {
    const calls: unknown[] = [];
    const { fleet, tools } = await attached({
      call: async (tool, input, options) => {
        calls.push([tool, input, options?.timeoutMs]);
        return { content: [{ type: "text", text: "done" }] };
      },
    });
    expect(await tools[0]?.execute("1", { a: 1 })).toEqual({
      content: [{ kind: "text", text: "done" }],
      isError: false,
    });
    expect(calls).toEqual([["do__it", { a: 1 }, 1234]]);
    await fleet.close();
  });

  it("R97: an error of the tool rides through", async () => {
    const content = [{ type: "text", text: "no such issue" }];
    const { fleet, tools } = await attached({ call: async () => ({ content, isError: true }) });
    expect(await tools[0]?.execute("1", {})).toMatchObject({
      content: [{ text: "no such issue" }],
      isError: true,
    });
    await fleet.close();
  });

  it("R105: a cancelled call ends as one, and the server is told", async () => {
    const told: AbortSignal[] = [];
    const { fleet, tools } = await attached({
      call: (_tool, _input, options) =>
        new Promise((_resolve, reject) => {
          const cancel = options!.cancel!;
          told.push(cancel);
          cancel.addEventListener("abort", () => reject(cancel.reason));
        }),
    });
    const caller = new AbortController();
    const running = tools[0]?.execute("1", {}, caller.signal);
    await new Promise((resolve) => setImmediate(resolve));
    caller.abort();
    await expect(running).rejects.toBe(caller.signal.reason);
    expect(told[0]?.aborted).toBe(true);
    await fleet.close();
  });

  it("whatever else goes wrong is a result that says so", async () => {
    const { fleet, tools } = await attached({ call: () => Promise.reject(new Error("lost")) });
    expect(await tools[0]?.execute("1", {})).toMatchObject({ isError: true, error: { message: "lost" } });
    await fleet.close();
    expect(await tools[0]?.execute("1", {})).toMatchObject({ isError: true, error: { code: "unavailable" } });
  });

  it("a tool that is no longer listed is not called", async () => {
    const { fleet, tools, servers, time } = await attached({});
    const [connection] = servers.connections;
    connection?.offer([]);
    connection?.change("tools");
    await time.advance(0);
    expect(await tools[0]?.execute("1", {})).toMatchObject({
      isError: true,
      error: { code: "unknown_tool" },
    });
    await fleet.close();
  });
});

function boxOf(outcome: Partial<ToolOutcome>) {
  const calls: { call: ToolCall; cancel: AbortSignal | undefined }[] = [];
  const box: ToolBox = {
    descriptors: () => DESCRIPTORS,
    runner: {
      run: async (call, cancel) => {
        calls.push({ call, cancel });
        return { callId: call.id, isError: false, output: "", result: textResult(""), ...outcome };
      },
    },
  };
  return { box, calls };
}

async function attached(script: ConnectionScript) {
  const servers = scriptedServers();
  const time = manualTime();
  servers.script("a", (attempt) =>
    attempt.accept({ tools: [{ name: "do__it", inputSchema: {} }], ...script }),
  );
  const config = bridgeConfig([scriptedServer("a", { callTimeoutMs: 1234 })]);
  const { ledger, fleet } = await attachBridgeCapabilities(emptyBridgeLedger(), config, {
    connect: servers.connect,
    clock: time.clock,
    timer: time.timer,
  });
  return { servers, time, fleet: fleet!, tools: bridgeTools(ledger) };
}
