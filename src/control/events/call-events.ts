import type { FaultInfo, TrustLevel } from "../../kernel/index.ts";
import type { Events } from "./events.ts";

/** The events of a call: one `tool.invoked`, then exactly one of the others. */
export type ToolEventType = "tool.invoked" | "tool.completed" | "tool.failed" | "tool.trust_denied";

/** What every event of one call says. */
export interface AnnouncedCall {
  readonly session: string;
  readonly trace: string;
  readonly parent?: string | undefined;
  readonly path: string;
  readonly trust: TrustLevel;
  /** The beginning of the redacted input. */
  readonly input: string;
}

/** How a call ended, as its last event says. */
export interface AnnouncedEnd {
  readonly type: Exclude<ToolEventType, "tool.invoked">;
  /** The beginning of the redacted result, or of what went wrong. */
  readonly result: string;
  readonly durationMs: number;
  readonly error?: FaultInfo["code"] | undefined;
}

/** Announces a call, and gives back the one way to announce its end: only the first end counts. */
export function announceCall(
  events: Events,
  call: AnnouncedCall,
  now: () => number,
): (end: AnnouncedEnd) => void {
  const said = {
    tool_path: withoutWorld(call.path),
    session: call.session,
    trace: call.trace,
    ...(call.parent === undefined ? {} : { parent: call.parent }),
    trust_level: TRUST_NAMES[call.trust],
    input: call.input,
  };
  let ended = false;
  tell("tool.invoked", said);
  return ({ type, result, durationMs, error }) => {
    if (ended) return;
    ended = true;
    tell(type, { ...said, result, duration_ms: durationMs, ...(error === undefined ? {} : { error }) });
  };

  function tell(type: ToolEventType, payload: Readonly<Record<string, unknown>>): void {
    events.emit({ type, source: call.path, at: now(), payload });
  }
}

const WORLD = "world.tools.";

function withoutWorld(path: string): string {
  return path.startsWith(WORLD) ? path.slice(WORLD.length) : path;
}

/** What the levels are called where they are spelled out. */
const TRUST_NAMES: Readonly<Record<TrustLevel, string>> = {
  L0: "READ_ONLY",
  L1: "BOUNDED",
  L2: "SUGGESTION",
  L3: "AUTONOMOUS",
};
