import type { BridgeEntry } from "./bridge-entry.ts";
import { isBridgeKey } from "./bridge-key.ts";
import { recordedCapability } from "./recorded-capability.ts";

/** A line of a stored log that is no event, and why. */
export interface LedgerDiagnostic {
  /** Counted from 1. */
  readonly line: number;
  readonly problem: string;
}

/** What a stored log holds: its events, and what could not be read as one. */
export interface DecodedLog {
  readonly entries: readonly BridgeEntry[];
  readonly diagnostics: readonly LedgerDiagnostic[];
}

/** A log as NDJSON: one event a line, its capability by what it is. */
export function encodeLog(entries: readonly BridgeEntry[]): string {
  return entries.map((entry) => `${encodeEntry(entry)}\n`).join("");
}

/** One event as one line of JSON, without the line end. */
export function encodeEntry(entry: BridgeEntry): string {
  const { op, key, server, seq, at } = entry;
  const capability = op === "enroll" ? recordedCapability(entry.capability) : undefined;
  return JSON.stringify({ op, key, server, seq, at, capability });
}

/** Reads NDJSON back; a line that is damaged or unknown is told of and left out, whatever it holds. */
export function decodeLog(text: string): DecodedLog {
  const entries: BridgeEntry[] = [];
  const diagnostics: LedgerDiagnostic[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (line.trim() === "") continue;
    const decoded = decodeEntry(line);
    if ("problem" in decoded) diagnostics.push({ line: index + 1, problem: decoded.problem });
    else entries.push(decoded.entry);
  }
  return { entries, diagnostics };
}

/** Reads one line back: its event, or what is wrong with it. */
export function decodeEntry(line: string): { readonly entry: BridgeEntry } | { readonly problem: string } {
  const row = parsed(line);
  if (row === undefined) return { problem: "is not JSON; it may have been cut short" };
  if (!isObject(row)) return { problem: "is not an object" };
  const problem =
    rowProblem(row) ?? (row["op"] === "enroll" ? capabilityProblem(row["capability"]) : undefined);
  return problem === undefined ? { entry: entryOf(row as unknown as BridgeEntry) } : { problem };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The form `toISOString` gives; of one width, so that times compare as texts. */
const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Leaves room to count on from the highest place. */
const HIGHEST_SEQ = 2 ** 52;

function rowProblem({ op, key, server, seq, at }: JsonObject): string | undefined {
  if (op !== "enroll" && op !== "retire") return "has an op that is neither enroll nor retire";
  if (!isBridgeKey(key)) return "has a key that is not bk_ with 32 hex digits or a ULID";
  if (typeof server !== "string" || server === "") return "names no server";
  if (typeof seq !== "number" || !Number.isInteger(seq) || seq < 1 || seq > HIGHEST_SEQ)
    return "has a seq that is not a whole number from 1";
  if (typeof at !== "string" || !UTC_TIME.test(at)) return "has no time like 2026-01-31T00:00:00.000Z";
  return undefined;
}

function capabilityProblem(capability: unknown): string | undefined {
  if (!isObject(capability)) return "enrolls nothing: it has no capability";
  const { name, description, parameters, definition } = capability;
  if (typeof name !== "string" || name === "") return "enrolls a capability without a name";
  if (description !== undefined && typeof description !== "string")
    return "has a description that is no text";
  if (parameters !== undefined && !isObject(parameters)) return "has parameters that are no schema";
  if (definition !== undefined && !isObject(definition)) return "has a definition that is no object";
  return undefined;
}

/** Only what an event has; what others may have added stays behind. */
function entryOf(row: BridgeEntry): BridgeEntry {
  const { key, server, seq, at } = row;
  return row.op === "enroll"
    ? { op: row.op, key, server, seq, at, capability: recordedCapability(row.capability) }
    : { op: row.op, key, server, seq, at };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
