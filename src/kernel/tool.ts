import type { ToolContext } from "./context.ts";
import type { ToolCall, ToolDescriptor, ToolOutcome } from "./contracts.ts";
import type { Effect } from "./effect.ts";
import type { Fault } from "./fault.ts";
import type { InputSchema, JsonSchema } from "./input-schema.ts";
import type { NodePath } from "./node-path.ts";
import type { Touch } from "./touch.ts";
import type { ToolResult } from "./tool-result.ts";
import type { TrustLevel } from "./trust-level.ts";

/** Which of the deck's two groups a tool belongs to. */
export type DeckMembership = "read-only" | "mutating";

/** Everything Deckhand knows about one tool; cards, profiles, trust, nodes and verbs are derived from it. */
export interface ToolRecord {
  /** The wire name. */
  readonly name: string;
  readonly path: NodePath;
  readonly title: string;
  /** One line for people. */
  readonly summary: string;
  /** What a model is told. */
  readonly description: string;
  readonly effects: readonly Effect[];
  readonly membership: DeckMembership;
  /** The trust a call needs; whoever judges may raise it, never lower it. */
  readonly trust: TrustLevel;
  /** The contract verbs this tool answers, such as `fs.read`. */
  readonly verbs: readonly string[];
  /** The hash of its whole definition, where that was made elsewhere. */
  readonly definition?: string | undefined;
}

/** Runs one validated input. */
export type RunTool<Input> = (input: Input, ctx: ToolContext) => Promise<ToolResult> | ToolResult;

/** What an author declares of any tool, however its input is described. */
export interface ToolSpec<Input> extends Pick<ToolRecord, "name"> {
  readonly path?: NodePath;
  readonly title?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly effects?: readonly Effect[];
  readonly trust?: TrustLevel;
  readonly verbs?: readonly string[];
  readonly definition?: string;
  /** What a call is about to reach for, told from its input alone. */
  readonly touches?: (input: Input) => readonly Touch[];
  readonly run: RunTool<Input>;
}

/** A tool whose input is described by a Standard Schema such as zod's. */
export interface SchemaToolSpec<Input> extends ToolSpec<Input> {
  readonly input: InputSchema<Input>;
  /** Only for schemas that cannot describe themselves. */
  readonly parameters?: JsonSchema;
}

/** A tool whose input is described by raw JSON Schema, as foreign tools are. */
export interface RawToolSpec extends ToolSpec<Record<string, unknown>> {
  readonly input?: undefined;
  readonly parameters: JsonSchema;
}

/** Makes the context that a bound tool runs in. */
export type BindContext = () => ToolContext;

/** A tool as the rest of Deckhand holds it. */
export interface DefinedTool extends ToolRecord {
  /** The title, under the name agent frameworks use. */
  readonly label: string;
  readonly parameters: JsonSchema;
  descriptor(): ToolDescriptor;
  /** What a call with this raw input would reach for; empty when the input is not valid. */
  touches(input: unknown): Promise<readonly Touch[]>;
  /** What is wrong with a raw input; nothing when it can be run. */
  inputFault(input: unknown): Promise<Fault | undefined>;
  /** Runs one call; everything but cancellation comes back as an outcome. */
  invoke(call: ToolCall, ctx: ToolContext): Promise<ToolOutcome>;
  /** Runs one call in the bound context, as agent frameworks expect. */
  execute(callId: string, input: unknown, cancel?: AbortSignal): Promise<ToolResult>;
  /** The same tool, with the context that `execute` uses. */
  bind(context: BindContext): DefinedTool;
}

/** A tool under the name agent frameworks give it: name, label, description, parameters and `execute`. */
export type AgentTool = DefinedTool;
