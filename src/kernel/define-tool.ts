import type { ToolContext } from "./context.ts";
import type { ToolCall, ToolOutcome } from "./contracts.ts";
import { isMutating } from "./effect.ts";
import { Fault, faultInfoOf, isCancellation } from "./fault.ts";
import {
  type InputSchema,
  type JsonSchema,
  parametersOf,
  type ParseInput,
  parseWithJsonSchema,
  parseWithSchema,
} from "./input-schema.ts";
import { explainProblems } from "./input-fault.ts";
import { settle } from "./settle.ts";
import type { BindContext, DefinedTool, RawToolSpec, SchemaToolSpec, ToolRecord, ToolSpec } from "./tool.ts";
import { errorResult, projectContent, type ToolResult } from "./tool-result.ts";
import type { TrustLevel } from "./trust-level.ts";

/** Declares a tool: its author writes one function, everything around it is supplied. */
export function defineTool<Input>(spec: SchemaToolSpec<Input>): DefinedTool;
export function defineTool(spec: RawToolSpec): DefinedTool;
export function defineTool<Input>(spec: SchemaToolSpec<Input> | RawToolSpec): DefinedTool {
  return spec.input === undefined
    ? assemble(spec, parseWithJsonSchema(spec.parameters))
    : assemble(spec, parseWithSchema(spec.input));
}

type Spec<Input> = ToolSpec<Input> & {
  readonly input?: InputSchema<Input> | undefined;
  readonly parameters?: JsonSchema | undefined;
};

function assemble<Input>(spec: Spec<Input>, parse: ParseInput<Input>, context?: BindContext): DefinedTool {
  const record = recordOf(spec);
  const invoke = createInvoke(spec, parse);
  let parameters = spec.parameters;
  const tool: DefinedTool = {
    ...record,
    label: record.title,
    get parameters() {
      return (parameters ??= parametersOf(spec.input!));
    },
    descriptor: () => ({ name: tool.name, description: tool.description, parameters: tool.parameters }),
    async touches(input) {
      const parsed = await parse(unwrap(input));
      return parsed.ok ? (spec.touches?.(parsed.value) ?? []) : [];
    },
    invoke,
    async execute(id, input, cancel) {
      const ctx = boundContext(tool.name, context, cancel);
      return (await invoke({ id, name: tool.name, input }, ctx)).result;
    },
    bind: (next) => assemble(spec, parse, next),
  };
  return tool;
}

/** Nothing is known about a tool that does not say what it needs. */
const UNDECLARED_TRUST: TrustLevel = "L3";

function recordOf<Input>(spec: Spec<Input>): ToolRecord {
  const summary = spec.summary ?? spec.description ?? spec.title ?? spec.name;
  const effects = spec.effects ?? [];
  return {
    name: spec.name,
    path: spec.path ?? `world.tools.${spec.name}`,
    title: spec.title ?? spec.name,
    summary,
    description: spec.description ?? summary,
    effects,
    membership: isMutating(effects) ? "mutating" : "read-only",
    trust: spec.trust ?? UNDECLARED_TRUST,
    verbs: spec.verbs ?? [],
  };
}

function createInvoke<Input>(spec: Spec<Input>, parse: ParseInput<Input>): DefinedTool["invoke"] {
  return async (call, ctx) => {
    if (ctx.cancel.aborted) return refused(call, cancelledBefore(spec.name));
    try {
      const checked = parse(unwrap(call.input));
      const parsed = checked instanceof Promise ? await checked : checked;
      if (!parsed.ok) return refused(call, explainProblems(spec.name, parsed.problems, call.input));
      const result = await spec.run(parsed.value, ctx);
      const settled = settle(result, ctx);
      return outcomeOf(call, settled instanceof Promise ? await settled : settled);
    } catch (error) {
      if (isCancellation(error, ctx.cancel)) throw error;
      return refused(call, error);
    }
  };
}

/** Models sometimes send the argument bag as JSON text, or none at all. */
function unwrap(input: unknown): unknown {
  if (input === null || input === undefined) return {};
  if (typeof input !== "string") return input;
  if (input.trim() === "") return {};
  try {
    return JSON.parse(input) ?? {};
  } catch {
    return input;
  }
}

function outcomeOf(call: ToolCall, result: ToolResult): ToolOutcome {
  const outcome = {
    callId: call.id,
    isError: result.isError,
    output: projectContent(result.content),
    result,
  };
  return result.error === undefined ? outcome : { ...outcome, error: result.error };
}

function refused(call: ToolCall, error: unknown): ToolOutcome {
  return outcomeOf(call, errorResult(faultInfoOf(error)));
}

function cancelledBefore(name: string): Fault {
  return new Fault("cancelled", `Cancelled before ${name} could begin.`);
}

function boundContext(name: string, context: BindContext | undefined, cancel?: AbortSignal): ToolContext {
  if (context === undefined) {
    throw new Fault("unavailable", `The tool "${name}" is not bound to a context.`, {
      hint: "Call bind(() => makeLocalContext(cwd)) first, or use invoke(call, ctx).",
    });
  }
  const ctx = context();
  return cancel === undefined ? ctx : { ...ctx, cancel };
}
