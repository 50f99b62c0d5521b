import { Fault, type ToolCall } from "../kernel/index.ts";

/** What a call is really about. */
export interface CallTarget {
  readonly name: string;
  readonly input: unknown;
  /** The tool through which it came. */
  readonly via?: string;
}

const TOOL_CALL = ["tool_call", "self.tools.deck.call"];

/** An input that holds itself would never end. */
const MOST_NESTED = 16;

/** A `tool_call` is taken as a call of its target from the start, so that it is judged and recorded as that. */
export function targetOf({ name, input }: ToolCall): CallTarget {
  let target: CallTarget = { name, input };
  for (let nested = 0; TOOL_CALL.includes(target.name); nested += 1) {
    if (nested === MOST_NESTED) throw tooNested();
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

function tooNested(): Fault {
  return new Fault("invalid_input", `tool_call stands inside itself more than ${MOST_NESTED} times.`, {
    hint: "Name the tool you want to call: tool_call needs no tool_call around it.",
  });
}
