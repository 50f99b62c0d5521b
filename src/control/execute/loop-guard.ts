import {
  clamp,
  type Clock,
  digestOf,
  type FaultInfo,
  systemClock,
  type ToolOutcome,
} from "../../kernel/index.ts";
import type { CallFacts } from "./policy.ts";

/** How often the same failure is watched before it is stopped. */
export interface LoopGuardOptions {
  readonly limit?: number;
  /** After so long without a failure nobody is going in circles any more. */
  readonly forgetMs?: number;
  readonly clock?: Clock;
}

type GuardedCall = Pick<CallFacts, "tool" | "key">;

/** Notices when a session goes in circles. One for each session; it remembers a handful of failures. */
export interface LoopGuard {
  /** What to tell instead of making a call that has failed the same way too often; undefined lets it through. */
  objection(call: GuardedCall): FaultInfo | undefined;
  /** Remembers what came of a call that was let through. */
  record(call: GuardedCall, outcome: ToolOutcome): void;
}

interface Failure {
  readonly tool: string;
  /** Tool and input. */
  readonly call: string;
  /** Call and error. */
  readonly sign: string;
  readonly error: FaultInfo;
  readonly at: number;
}

/** Builds the guard of one session: it stops one call that is repeated, and two that are made by turns. */
export function createLoopGuard(options: LoopGuardOptions = {}): LoopGuard {
  const { limit = 3, forgetMs = 10 * 60_000, clock = systemClock } = options;
  const most = Math.max(1, limit);
  /** The newest first. */
  let known: readonly Failure[] = [];
  const recent = (): readonly Failure[] => {
    const [last] = known;
    return last === undefined || clock.monotonic() - last.at > forgetMs ? [] : known;
  };
  return {
    objection: (call) => {
      const failures = recent();
      const [last, before] = failures;
      if (last === undefined) return undefined;
      const name = nameOf(call);
      if (last.call === name && isRepeated(failures, 1, most)) return stopped(last, repeated(most));
      if (before?.call !== name || !isRepeated(failures, 2, most)) return undefined;
      return stopped(before, inTurns(last.tool, most));
    },
    record: (call, outcome) => {
      if (!outcome.isError) known = [];
      else if (isCounted(outcome)) {
        known = [failureOf(call, outcome, clock.monotonic()), ...recent()].slice(0, 2 * most);
      }
    },
  };
}

/** Tells whether the newest failures are one pattern of so many, over and over. */
function isRepeated(failures: readonly Failure[], period: number, times: number): boolean {
  const newest = failures.slice(0, period * times);
  return (
    newest.length === period * times && newest.every(({ sign }, at) => sign === newest[at % period]?.sign)
  );
}

/** A call that waits for a person is meant to be repeated once they have answered. */
function isCounted({ error }: ToolOutcome): boolean {
  return error?.code !== "needs_approval" && error?.code !== "cancelled";
}

function failureOf(call: GuardedCall, outcome: ToolOutcome, at: number): Failure {
  const error = outcome.error ?? { code: "tool_error", message: textOf(outcome.output) };
  const name = nameOf(call);
  const sign = digestOf(Buffer.from([name, error.code, error.message].join("\0"), "utf8"));
  return { tool: call.tool, call: name, sign, error: { ...error, message: shortened(error.message) }, at };
}

function nameOf({ tool, key }: GuardedCall): string {
  return `${tool}\0${key}`;
}

function textOf(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

const MOST_SHOWN = 500;

function shortened(text: string): string {
  return clamp(text, { kind: "middle", maxBytes: MOST_SHOWN });
}

function repeated(times: number): string {
  return `this very call failed ${times} times in a row with the same error`;
}

function inTurns(other: string, times: number): string {
  return `this call and one of ${other} failed by turns, ${times} times each, with the same errors`;
}

function stopped({ tool, error }: Failure, why: string): FaultInfo {
  return {
    code: error.code,
    message: `${tool} was not run: ${why}: ${error.message}`,
    hint: "Doing it again will not help. Change the input, look into what the error says, or tell the user what is in the way.",
  };
}
