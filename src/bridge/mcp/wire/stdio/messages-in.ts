import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { boundResult, MOST_LEVELS } from "../bounded-result.ts";
import { isNestedDeeper } from "./is-nested-deeper.ts";

/**
 * The messages of a line, one or a batch of them, in the one shape the SDK takes; undefined when it holds none.
 * An answer that cannot be used fails its request, which would wait for another one in vain.
 */
export function messagesIn(line: Buffer): readonly JSONRPCMessage[] | undefined {
  const text = line.toString("utf8").trim();
  if (text === "") return [];
  // Most of what is no message is told without an exception.
  if (!["{}", "[]"].includes(`${text.at(0)}${text.at(-1)}`)) return undefined;
  if (isNestedDeeper(line, MOST_LEVELS)) return boundedIn(text) ?? tooDeep(text);
  const value = tryParse(text);
  const messages = (Array.isArray(value) ? value : [value]).flatMap((each) => toMessage(each) ?? []);
  return messages.length === 0 ? undefined : messages;
}

/** A list of which single items are too deep; nothing where it is anything else. */
function boundedIn(text: string): readonly JSONRPCMessage[] | undefined {
  const message = toMessage(tryParse(text));
  return message !== undefined && "result" in message && boundResult(message.result) ? [message] : undefined;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Only the fields that a message has: the SDK passes over one with more, and whoever waits for it waits on. */
function toMessage(value: unknown): JSONRPCMessage | undefined {
  if (!isFields(value) || value["jsonrpc"] !== "2.0") return undefined;
  const { id, method, params, result, error } = value;
  if (typeof method === "string") {
    if (!(params === undefined || isFields(params)) || !(id === undefined || isId(id))) return undefined;
    return {
      jsonrpc: "2.0",
      ...(id === undefined ? {} : { id }),
      method,
      ...(params === undefined ? {} : { params }),
    };
  }
  if (!isId(id)) return undefined;
  if (isFields(error)) return { jsonrpc: "2.0", id, error: toError(error) };
  return isFields(result)
    ? { jsonrpc: "2.0", id, result }
    : unusable(id, "The server's answer holds neither a result nor an error.");
}

function toError({ code, message, data }: Fields) {
  return {
    code: Number.isSafeInteger(code) ? Number(code) : INTERNAL_ERROR,
    message: typeof message === "string" ? message : "The server gave no reason.",
    ...(data === undefined ? {} : { data }),
  };
}

const INTERNAL_ERROR = -32603;

function unusable(id: string | number, message: string): JSONRPCMessage {
  return { jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } };
}

/** Where an id stands in an answer that is not parsed: before its result or after it. */
const FIRST_ID = /^\{[^[{]{0,200}?"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")\s*[,}]/;
const LAST_ID = /[\]}]\s*,[^[{\]}]{0,200}"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")[^[{\]}]{0,200}\}$/;

/** Long enough for what stands beside a result. */
const EDGE = 500;

function tooDeep(text: string): readonly JSONRPCMessage[] | undefined {
  const [head, tail] = [text.slice(0, EDGE), text.slice(-EDGE)];
  const [, id] = FIRST_ID.exec(head) ?? LAST_ID.exec(tail) ?? [];
  // A request of the server's has an id of its own.
  if (id === undefined || /"method"\s*:/.test(head + tail)) return undefined;
  const whose = id.startsWith('"') ? id.slice(1, -1) : Number(id);
  return [unusable(whose, `The server's answer is nested more than ${MOST_LEVELS} levels deep.`)];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}
