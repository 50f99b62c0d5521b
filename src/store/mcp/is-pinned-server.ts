import type { PinnedServer, PinnedTool } from "../../bridge/index.ts";
import type { Pin } from "../../ledger/index.ts";
import { isObject } from "./tell-damage.ts";

/** Tells what was pinned of a server from something else that was kept in its place. */
export function isPinnedServer(value: unknown): value is PinnedServer {
  if (!isObject(value)) return false;
  const { identity, instructions, tools, damage } = value;
  return (
    isPin(identity) &&
    isTextOrNone(instructions) &&
    isTextOrNone(damage) &&
    isObject(tools) &&
    Object.values(tools).every(isPinnedTool)
  );
}

function isPinnedTool(value: unknown): value is PinnedTool {
  if (!isObject(value)) return false;
  const { pin, definition, at } = value;
  return isPin(pin) && isObject(definition) && typeof at === "string";
}

function isPin(value: unknown): value is Pin {
  if (!isObject(value)) return false;
  const { whole, parts } = value;
  return (
    typeof whole === "string" &&
    isObject(parts) &&
    Object.values(parts).every((hash) => typeof hash === "string")
  );
}

function isTextOrNone(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
