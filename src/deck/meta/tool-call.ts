import { z } from "zod";
import { defineTool, reads } from "../../kernel/index.ts";

/**
 * Calls a tool that is not advertised, by name. Its trust and effects are only those of finding the target: the session
 * judges and records the call as the target's own.
 */
export const toolCall = defineTool({
  name: "tool_call",
  path: "self.tools.deck.call",
  title: "Call tool",
  summary: "Call any tool by name, also one that is not listed",
  description: "Call a tool found with tool_search. The answer is that tool's own.",
  input: z.strictObject({ name: z.string().min(1), arguments: z.unknown().optional() }),
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", description: "Name of the tool" },
      arguments: { type: "object", description: "Its input, as its schema says" },
    },
    required: ["name"],
    additionalProperties: false,
  },
  effects: [reads("session")],
  trust: "L0",
  run: async (input, { caller, cancel }) =>
    (await caller.call(input.name, input.arguments ?? {}, cancel)).result,
});
