import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { RawResult } from "./mcp-connection.ts";
import { quoted } from "./quoted.ts";

const RAW = "deckhand/raw";
const STEP = "deckhand/step";

/** What the SDK wants to see in a result before it lets it through. */
const SHAPES: Readonly<Record<string, RawResult>> = {
  "tools/list": { tools: [] },
  "tools/call": { content: [] },
  "resources/list": { resources: [] },
  "resources/templates/list": { resourceTemplates: [] },
  "resources/read": { contents: [] },
  "prompts/list": { prompts: [] },
  "prompts/get": { messages: [] },
};

/**
 * Carries a result past the SDK as it was sent.
 * The SDK holds results against schemas of its own: it would drop fields it does not know, and one odd tool would take
 * all its neighbours with it. What a result is worth is judged by us.
 */
export function withRawResult(message: JSONRPCMessage, method: string): JSONRPCMessage {
  const shape = SHAPES[method];
  if (shape === undefined || !("result" in message)) return message;
  const { resultType = "complete" } = message.result as RawResult;
  // Anything but a complete result is a step of an exchange that the SDK leads, with servers that know of such.
  if (resultType !== "complete") return { ...message, result: { ...message.result, [STEP]: resultType } };
  return {
    ...message,
    result: { resultType, ttlMs: 0, cacheScope: "private", ...shape, [RAW]: message.result },
  };
}

/** The result as it was sent, without the mark that only the wire needs; one that is a mere step towards it is a fault. */
export function rawResultOf(carried: RawResult): RawResult {
  const { [RAW]: whole = carried, [STEP]: step } = carried;
  if (step !== undefined) throw new Error(`Unsupported result type ${quoted(JSON.stringify(step), 60)}`);
  const { resultType: _, ...raw } = whole as RawResult;
  return raw;
}

/** A schema that lets every result through. */
export const ANY_RESULT: StandardSchemaV1<unknown, RawResult> = {
  "~standard": { version: 1, vendor: "deckhand", validate: (value) => ({ value: value as RawResult }) },
};
