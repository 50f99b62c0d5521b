import { Fault } from "../../kernel/index.ts";
import { UsageFault } from "./usage-fault.ts";

/** Runs work in which naming what does not exist or cannot be is wrong usage. */
export function withKnownTool<T>(work: () => T): T {
  try {
    const value = work();
    return value instanceof Promise ? (value.catch(asUsage) as T) : value;
  } catch (error) {
    return asUsage(error);
  }
}

function asUsage(error: unknown): never {
  if (error instanceof Fault && (error.code === "unknown_tool" || error.code === "invalid_input"))
    throw new UsageFault(error.message, error.hint, error.code);
  throw error;
}
