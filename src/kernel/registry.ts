import type { ToolContext } from "./context.ts";
import type { ToolBox, ToolCall, ToolOutcome } from "./contracts.ts";
import { failedOutcome } from "./failed-outcome.ts";
import { Fault, faultInfoOf } from "./fault.ts";
import { nearestName } from "./nearest-name.ts";
import type { DefinedTool } from "./tool.ts";

/** A tool or collection was asked for by a name that nobody registered. */
export class UnknownToolError extends Fault {
  override readonly name: string = "UnknownToolError";

  constructor(message: string, wanted: string, known: readonly string[]) {
    super("unknown_tool", message, { hint: whatExists(wanted, known) });
  }
}

/** Mints the context for one dispatch. */
export type RegistryContextFactory = () => ToolContext;

/** A catalogue of tools and the named collections that group them. */
export class ToolRegistry {
  readonly #tools = new Map<string, DefinedTool>();
  readonly #collections = new Map<string, readonly string[]>();

  /** Adds a tool; a name is taken once. */
  register(tool: DefinedTool): this {
    if (this.#tools.has(tool.name)) {
      throw new Fault("invalid_input", `A tool called "${tool.name}" is already registered.`);
    }
    this.#tools.set(tool.name, tool);
    return this;
  }

  /** Groups registered tools under a name. */
  collection(name: string, tools: readonly string[]): this {
    for (const tool of tools) this.get(tool);
    this.#collections.set(name, [...tools]);
    return this;
  }

  /** The tool of this name. */
  get(name: string): DefinedTool {
    const tool = this.#tools.get(name);
    if (tool === undefined)
      throw new UnknownToolError(`There is no tool called "${name}".`, name, this.names());
    return tool;
  }

  /** Tells whether a tool of this name is registered. */
  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Every tool name, in registration order. */
  names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  /** The names of a collection, in its order. */
  namesIn(collection: string): readonly string[] {
    const names = this.#collections.get(collection);
    if (names !== undefined) return names;
    const known = [...this.#collections.keys()];
    throw new UnknownToolError(`There is no collection called "${collection}".`, collection, known);
  }

  /** The descriptors of a collection together with a runner for exactly its members. */
  toToolBox(context: RegistryContextFactory, collection: string): ToolBox {
    const members = new Map(this.namesIn(collection).map((name) => [name, this.get(name)]));
    return {
      descriptors: () => [...members.values()].map((tool) => tool.descriptor()),
      runner: { run: (call, cancel) => dispatch(members, call, context, cancel) },
    };
  }
}

function dispatch(
  members: ReadonlyMap<string, DefinedTool>,
  call: ToolCall,
  context: RegistryContextFactory,
  cancel: AbortSignal | undefined,
): Promise<ToolOutcome> {
  const tool = members.get(call.name);
  if (tool === undefined) return Promise.resolve(notExposed(call, [...members.keys()]));
  const ctx = context();
  return tool.invoke(call, cancel === undefined ? ctx : { ...ctx, cancel });
}

function notExposed(call: ToolCall, known: readonly string[]): ToolOutcome {
  const message = `This session exposes no tool called "${call.name}".`;
  const error = faultInfoOf(new Fault("unknown_tool", message, { hint: whatExists(call.name, known) }));
  return failedOutcome(call.id, error);
}

function whatExists(wanted: string, known: readonly string[]): string {
  const near = nearestName(wanted, known);
  const guess = near === undefined ? "" : `Did you mean "${near}"? `;
  return `${guess}Available: ${known.join(", ")}.`;
}
