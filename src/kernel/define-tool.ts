import type { ToolContext } from "./context.ts";
import type { ToolCall, ToolOutcome } from "./contracts.ts";
import { isMutating } from "./effect.ts";
import { Fault, faultInfoOf, isCancellation } from "./fault.ts";
import {
  type CheckedInput,
  type CheckInput,
  checkWithJsonSchema,
  checkWithSchema,
  type InputSchema,
  type JsonSchema,
  parametersOf,
} from "./input-schema.ts";
import { inputFault } from "./input-fault.ts";
import { settle } from "./settle.ts";
import type { BindContext, DefinedTool, RawToolSpec, SchemaToolSpec, ToolRecord, ToolSpec } from "./tool.ts";
import { errorResult, projectContent, type ToolResult } from "./tool-result.ts";
import type { TrustLevel } from "./trust-level.ts";

/** Declares a tool: its author writes one function, everything around it is supplied. */
export function defineTool<Input>(spec: SchemaToolSpec<Input>): DefinedTool;
export function defineTool(spec: RawToolSpec): DefinedTool;
export function defineTool<Input>(spec: SchemaToolSpec<Input> | RawToolSpec): DefinedTool {
  return spec.input === undefined
    ? assemble(spec, checkWithJsonSchema(spec.parameters))
    : assemble(spec, checkWithSchema(spec.input));
}

type Spec<Input> = ToolSpec<Input> & {
  readonly input?: InputSchema<Input> | undefined;
  readonly parameters?: JsonSchema | undefined;
};

function assemble<Input>(spec: Spec<Input>, check: CheckInput<Input>, context?: BindContext): DefinedTool {
  const record = recordOf(spec);
  const invoke = createInvoke(spec, check);
  let parameters: JsonSchema | undefined;
  const tool: DefinedTool = {
    ...record,
    label: record.title,
    get parameters() {
      return (parameters ??= parametersFor(spec));
    },
    descriptor: () => ({ name: tool.name, description: tool.description, parameters: tool.parameters }),
    async touches(input) {
      const checked = await check(unwrap(input));
      return checked.issues === undefined ? (spec.touches?.(checked.value) ?? []) : [];
    },
    async inputFault(input) {
      const checked = await check(unwrap(input));
      return checked.issues === undefined
        ? undefined
        : inputFault(spec.name, checked.issues, unwrap(input), tool.parameters);
    },
    invoke,
    async execute(id, input, cancel) {
      const ctx = boundContext(tool.name, context, cancel);
      return (await invoke({ id, name: tool.name, input }, ctx)).result;
    },
    bind: (next) => assemble(spec, check, next),
  };
  return tool;
}

function parametersFor<Input>({ parameters, input }: Spec<Input>): JsonSchema {
  return parameters ?? (input === undefined ? {} : parametersOf(input));
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
    ...(spec.definition === undefined ? {} : { definition: spec.definition }),
  };
}

/** Plain promises instead of an async function: around a small tool one more turn costs as much as its validation. */
function createInvoke<Input>(spec: Spec<Input>, check: CheckInput<Input>): DefinedTool["invoke"] {
  return (call, ctx) => {
    try {
      if (ctx.cancel.aborted) throw cancelledBefore(spec.name);
      const checked = check(unwrap(call.input));
      return checked instanceof Promise
        ? checked.then((later) => runChecked(spec, later, call, ctx)).catch((error) => fold(error, call, ctx))
        : runChecked(spec, checked, call, ctx);
    } catch (error) {
      return new Promise((resolve) => {
        resolve(fold(error, call, ctx));
      });
    }
  };
}

function runChecked<Input>(
  spec: Spec<Input>,
  checked: CheckedInput<Input>,
  call: ToolCall,
  ctx: ToolContext,
): Promise<ToolOutcome> {
  if (checked.issues !== undefined) {
    throw inputFault(spec.name, checked.issues, unwrap(call.input), parametersFor(spec));
  }
  const running = spec.run(checked.value, ctx);
  if (!(running instanceof Promise)) return Promise.resolve(finish(running, call, ctx));
  return running.then(
    (result) => finish(result, call, ctx),
    (error) => fold(error, call, ctx),
  );
}

function finish(result: ToolResult, call: ToolCall, ctx: ToolContext): ToolOutcome | Promise<ToolOutcome> {
  try {
    const settled = settle(result, ctx);
    return settled instanceof Promise
      ? settled.then((kept) => outcomeOf(call, kept))
      : outcomeOf(call, settled);
  } catch (error) {
    return fold(error, call, ctx);
  }
}

function fold(error: unknown, call: ToolCall, ctx: ToolContext): ToolOutcome {
  if (isCancellation(error, ctx.cancel)) throw error;
  const alternatives = error instanceof Fault ? error.alternatives : undefined;
  return outcomeOf(call, errorResult(faultInfoOf(error), alternatives && { alternatives }));
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
  const { isError, error } = result;
  const output = projectContent(result.content);
  return error === undefined
    ? { callId: call.id, isError, output, result }
    : { callId: call.id, isError, output, result, error };
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
