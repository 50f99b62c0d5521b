import { resolve } from "node:path";
import {
  type LocalContextOverrides,
  makeLocalContext,
  reapSurvivors,
  refuseJobs,
} from "../backends/index.ts";
import {
  type DefinedTool,
  errorResult,
  Fault,
  faultInfoOf,
  nearestName,
  projectContent,
  type StagedChange,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
} from "../kernel/index.ts";
import { findNativeTool, NATIVE_TOOLS, type NativeToolRow } from "../tools/index.ts";

/** Where a session works and what it may use. */
export interface SessionSettings {
  readonly cwd: string;
  /** Further folders that tools may reach. */
  readonly addDirs?: readonly string[];
  /** The only tools to offer; all of them when absent. */
  readonly tools?: readonly string[];
  /** Whether the session outlives its calls, so that background jobs may; whoever opens one closes it. */
  readonly stays?: boolean;
  /** Which hosts may be fetched from, as the network judges them. */
  readonly web?: LocalContextOverrides["web"];
  /** Tells whoever waits how far a long call has come. */
  readonly onProgress?: (note: string) => void;
}

/** How one call is to be made. */
export interface CallOptions {
  readonly cancel?: AbortSignal;
  /** Run on a staged copy and keep nothing. */
  readonly dryRun?: boolean;
}

/** What came of a call, and what a dry run would have changed. */
export interface SessionOutcome extends ToolOutcome {
  readonly staged?: readonly StagedChange[];
}

/** One running session: the tools on offer and the context they share. */
export interface Session {
  readonly rows: readonly NativeToolRow[];
  /** The tool of this wire name or node path; an unknown one is an `unknown_tool` fault that says what exists. */
  tool(name: string): Promise<DefinedTool>;
  call(call: ToolCall, options?: CallOptions): Promise<SessionOutcome>;
  /** Ends every background job, whatever it does; may be called again. Nothing closes a session by itself. */
  close(): Promise<void>;
}

/** Opens a session on the local machine. */
export function openSession(settings: SessionSettings): Session {
  const rows = offered(settings.tools);
  const roots = (settings.addDirs ?? []).map((dir) => resolve(settings.cwd, dir));
  const context = makeLocalContext(settings.cwd, {
    roots,
    ...(settings.stays === true ? {} : { jobs: refuseJobs }),
    ...(settings.web === undefined ? {} : { web: settings.web }),
    ...(settings.onProgress === undefined ? {} : { progress: settings.onProgress }),
  });
  const reaped = settings.stays === true ? reapSurvivors(settings.cwd).catch(() => undefined) : undefined;
  return { rows, tool: (name) => rowOf(name, rows).load(), call, close };

  async function call(request: ToolCall, options: CallOptions = {}): Promise<SessionOutcome> {
    const tool = await rowOf(request.name, rows).load();
    const ctx = options.cancel === undefined ? { ...context } : { ...context, cancel: options.cancel };
    return options.dryRun === true ? rehearse(tool, request, ctx) : tool.invoke(request, ctx);
  }

  async function close(): Promise<void> {
    await reaped;
    await context.state.jobs.close();
  }
}

/** Runs a call on a staged file system and drops what it wrote. */
async function rehearse(tool: DefinedTool, request: ToolCall, ctx: ToolContext): Promise<SessionOutcome> {
  const uncontained = tool.effects.find((effect) => effect.startsWith("CALLS"));
  if (uncontained !== undefined) return cannotRehearse(request, tool.name, uncontained);
  const staged = ctx.stage(ctx.fs);
  try {
    const outcome = await tool.invoke(request, { ...ctx, fs: staged });
    return { ...outcome, staged: staged.changes() };
  } finally {
    staged.drop();
  }
}

function cannotRehearse(request: ToolCall, name: string, effect: string): SessionOutcome {
  const error = faultInfoOf(
    new Fault("unavailable", `${name} cannot be rehearsed: ${effect} reaches beyond the files.`, {
      hint: "Call it without --dry-run, or rehearse a tool that only reads and writes files.",
    }),
  );
  const result = errorResult(error);
  return { callId: request.id, isError: true, output: projectContent(result.content), result, error };
}

function offered(names: readonly string[] | undefined): readonly NativeToolRow[] {
  if (names === undefined) return NATIVE_TOOLS;
  const wanted = new Set(names.map((name) => rowOf(name, NATIVE_TOOLS).name));
  return NATIVE_TOOLS.filter((row) => wanted.has(row.name));
}

function rowOf(name: string, rows: readonly NativeToolRow[]): NativeToolRow {
  const row = findNativeTool(name);
  if (row !== undefined && rows.includes(row)) return row;
  const known = rows.map((each) => each.name);
  const near = nearestName(name, known);
  throw new Fault("unknown_tool", `This session exposes no tool called "${name}".`, {
    hint: `${near === undefined ? "" : `Did you mean "${near}"? `}Available tools: ${known.join(", ")}.`,
  });
}
