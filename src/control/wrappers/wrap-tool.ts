import {
  failedOutcome,
  type BindContext,
  type DefinedTool,
  Fault,
  faultInfoOf,
  isCancellation,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
} from "../../kernel/index.ts";

/** What happens around the calls of a tool. */
export type Around = (
  call: ToolCall,
  ctx: ToolContext,
  next: DefinedTool["invoke"],
) => Promise<ToolOutcome> | ToolOutcome;

/**
 * The same tool with something around its calls. Its record and its schema are those of the tool, so a wrapper can add
 * no effect and lower no trust; nothing else of the tool shows through, so there is no way past the wrapper.
 */
export function wrapTool(tool: DefinedTool, around: Around): DefinedTool;
export function wrapTool<More extends object>(
  tool: DefinedTool,
  around: Around,
  more: More,
): DefinedTool & More;
export function wrapTool(tool: DefinedTool, around: Around, more: object = {}): DefinedTool {
  return assemble(tool, around, more);
}

function assemble(tool: DefinedTool, around: Around, more: object, context?: BindContext): DefinedTool {
  const invoke: DefinedTool["invoke"] = async (call, ctx) => {
    try {
      return await around(call, ctx, (inner, given) => tool.invoke(inner, given));
    } catch (error) {
      if (isCancellation(error, ctx.cancel)) throw error;
      return failedOutcome(call.id, faultInfoOf(error));
    }
  };
  const wrapped: DefinedTool = {
    name: tool.name,
    path: tool.path,
    title: tool.title,
    summary: tool.summary,
    description: tool.description,
    effects: tool.effects,
    membership: tool.membership,
    trust: tool.trust,
    verbs: tool.verbs,
    label: tool.label,
    get parameters() {
      return tool.parameters;
    },
    descriptor: () => tool.descriptor(),
    touches: (input) => tool.touches(input),
    inputFault: (input) => tool.inputFault(input),
    invoke,
    async execute(id, input, cancel) {
      const ctx = boundContext(tool.name, context);
      const call = { id, name: tool.name, input };
      return (await invoke(call, cancel === undefined ? ctx : { ...ctx, cancel })).result;
    },
    bind: (next) => assemble(tool, around, more, next),
  };
  return Object.assign(wrapped, more);
}

/** A context that the tool inside was bound to would lead past the wrapper. */
function boundContext(name: string, context: BindContext | undefined): ToolContext {
  if (context !== undefined) return context();
  throw new Fault("unavailable", `The tool "${name}" is not bound to a context.`, {
    hint: "Wrap the tool first and then call bind(() => context), or use invoke(call, ctx).",
  });
}
