import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import {
  Fault,
  jsonResult,
  type SaasAction,
  type SaasFindings,
  type SaasGateway,
  type SaasQuery,
  type ToolResult,
} from "../../kernel/index.ts";
import { SAAS_GATEWAY_KEY } from "../handles.ts";
import { buildSaasCapability, createSaasAction } from "./saas-card.ts";

describe("saas-action", () => {
  it("R50, R329: discover finds actions with what they take", async () => {
    const gateway = fakeGateway();
    expect(
      (await saas(gateway)({ action: "discover", query: "new ticket", toolkits: ["tickets"], limit: 1 }))
        .output,
    ).toBe(
      "1 of 2 action(s). Services: crm, tickets.\n\n" +
        'tickets.create: Create a ticket\narguments: {"type":"object","properties":{"title":{"type":"string"}}}\n\n' +
        "Use action=execute slug=… arguments={…} to run one.",
    );
    await saas(gateway)({ action: "discover" });
    expect(gateway.queries).toEqual([
      { toolkits: ["tickets"], query: "new ticket", limit: 1 },
      { limit: 10 },
    ]);
  });

  it("R50, R329: execute runs the action of exactly this slug with these arguments", async () => {
    const gateway = fakeGateway();
    const invoke = saas(gateway);
    expect(
      await invoke({ action: "execute", slug: "tickets.create", arguments: { title: "a" } }),
    ).toMatchObject({
      isError: false,
      output: { slug: "tickets.create", input: { title: "a" } },
    });
    expect((await invoke({ action: "execute", slug: "tickets.create" })).output).toMatchObject({ input: {} });
    expect(await invoke({ action: "execute", slug: "Tickets.Create" })).toMatchObject({
      isError: true,
      error: { code: "not_found", hint: "Did you mean tickets.create?" },
    });
  });

  it.each([{ action: "discover" }, { action: "execute", slug: "a.b" }])(
    "R50: without a gateway it builds, and answers %j with what would work",
    async (input) => {
      expect(await saas(undefined)(input)).toMatchObject({
        isError: true,
        error: {
          code: "unavailable",
          message: "No outside services are connected to this session.",
          hint: expect.stringContaining("framework.saasGateway") as string,
        },
      });
    },
  );

  it("says when nothing matches", async () => {
    const nothing = { actions: [], total: 0, toolkits: ["crm"] };
    expect((await saas(fakeGateway({ found: nothing }))({ action: "discover", query: "x" })).output).toBe(
      "No action matches. Services: crm. Use other words, or leave query out.",
    );
  });

  it("a summary of several lines cannot pass for several actions", async () => {
    const action = { ...ACTION, summary: "Create\n\ntickets.erase: Erase\targs" };
    const found = { actions: [action], total: 1, toolkits: ["a\nb"] };
    const { output } = await saas(fakeGateway({ found }))({ action: "discover" });
    expect(String(output)).toContain("tickets.create: Create tickets.erase: Erase args\n");
    expect(String(output)).toContain("Services: a b.");
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["something else", { actions: "none", total: 0, toolkits: [] }],
    ["actions without a name", { actions: [{ summary: "a" }], total: 1, toolkits: [] }],
    ["services that are none", { actions: [], total: 0, toolkits: [1] }],
  ])("R43: a gateway that finds %s gives an error result", async (_kind, found) => {
    expect(await saas(fakeGateway({ found: found as SaasFindings }))({ action: "discover" })).toMatchObject({
      isError: true,
      error: { code: "tool_error", message: expect.stringContaining("does not show its findings") as string },
    });
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a bare text", "done"],
    ["blocks of another kind", { content: [{ type: "text", text: "a" }], isError: false }],
    ["a text that is none", { content: [{ kind: "text", text: 1 }], isError: false }],
  ])("R43: a gateway that answers with %s gives an error result", async (_kind, result) => {
    const gateway = fakeGateway({ execute: () => Promise.resolve(result as ToolResult) });
    expect(await saas(gateway)({ action: "execute", slug: "a.b" })).toMatchObject({
      isError: true,
      error: { code: "tool_error", message: expect.stringContaining("does not show the result") as string },
    });
  });

  it("R43: a gateway that throws gives an error result", async () => {
    const gateway = fakeGateway({ execute: () => Promise.reject(new Error("500 Internal Server Error")) });
    expect((await saas(gateway)({ action: "execute", slug: "a.b" })).error).toEqual({
      code: "tool_error",
      message: "The gateway to outside services failed: 500 Internal Server Error",
    });
  });

  it.each<[string, SaasGateway["execute"]]>([
    ["never answers", () => new Promise(() => undefined)],
    ["hears that time is up", untilAborted],
  ])("R43: a gateway that %s is given up with an error result", async (_kind, execute) => {
    const tool = createSaasAction(fakeGateway({ execute }), 20);
    const input = { action: "execute", slug: "a.b" };
    expect((await tool.invoke({ id: "1", name: tool.name, input }, makeContext())).error).toEqual({
      code: "timeout",
      message: "The gateway to outside services did not answer within 0.02 s.",
      hint: "What was asked for may have happened all the same: look before you ask again.",
    });
  });

  it("cancellation reaches the gateway and is raised again", async () => {
    const controller = new AbortController();
    const tool = createSaasAction(fakeGateway({ execute: untilAborted }));
    const input = { action: "execute", slug: "a.b" };
    const answer = tool.invoke(
      { id: "1", name: tool.name, input },
      makeContext({ cancel: controller.signal }),
    );
    controller.abort(new Error("taken back"));
    await expect(answer).rejects.toThrow("taken back");
  });
});

const ACTION: SaasAction = {
  slug: "tickets.create",
  toolkit: "tickets",
  summary: "Create a ticket",
  parameters: { type: "object", properties: { title: { type: "string" } } },
};

interface FakeOptions {
  readonly found?: SaasFindings | undefined;
  readonly execute?: SaasGateway["execute"];
}

function fakeGateway(options: FakeOptions = {}): SaasGateway & { readonly queries: SaasQuery[] } {
  const queries: SaasQuery[] = [];
  const found =
    "found" in options
      ? options.found
      : { actions: [ACTION, ACTION], total: 2, toolkits: ["crm", "tickets"] };
  return {
    queries,
    discover: (query) => {
      queries.push(query);
      return Promise.resolve(found as SaasFindings);
    },
    execute: options.execute ?? echo,
  };
}

const echo: SaasGateway["execute"] = (slug, input) =>
  slug === ACTION.slug
    ? Promise.resolve(jsonResult({ slug, input }))
    : Promise.reject(
        new Fault("not_found", `There is no action ${slug}.`, { hint: `Did you mean ${ACTION.slug}?` }),
      );

function untilAborted(_slug: string, _input: object, cancel: AbortSignal): Promise<ToolResult> {
  return new Promise((_resolve, reject) => {
    cancel.addEventListener("abort", () =>
      reject(Object.assign(new Error("aborted"), { name: "AbortError" })),
    );
  });
}

function saas(gateway: SaasGateway | undefined) {
  const tool = buildSaasCapability({ cwd: "/workspace", framework: { [SAAS_GATEWAY_KEY]: gateway } });
  return (input: object) => tool.invoke({ id: "1", name: tool.name, input }, makeContext());
}
