import type { ToolCall } from "../kernel/index.ts";

/** What a call is really about. */
export interface CallTarget {
  readonly name: string;
  readonly input: unknown;
  /** The tool through which it came. */
  readonly via?: string;
}

const TOOL_CALL = ["tool_call", "self.tools.deck.call"];

/** A `tool_call` is taken as a call of its target from the start, so that it is judged and recorded as that. */
export function targetOf({ name, input }: ToolCall): CallTarget {
  let target: CallTarget = { name, input };
  while (TOOL_CALL.includes(target.name)) {
    const inner = unwrap(target.input);
    if (inner === undefined) return target;
    target = { ...inner, via: "tool_call" };
  }
  return target;
}

/** The target that an input names; one that names none is left to the tool's own check. */
function unwrap(input: unknown): { name: string; input: unknown } | undefined {
  const bag = typeof input === "string" ? parsed(input) : input;
  if (typeof bag !== "object" || bag === null) return undefined;
  const { name, arguments: given, ...rest } = bag as Record<string, unknown>;
  return typeof name === "string" && Object.keys(rest).length === 0
    ? { name, input: given ?? {} }
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
