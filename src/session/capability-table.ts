import { judgeScope, type ToolScope } from "../control/index.ts";
import { type CapabilityRow, Fault, nearestName } from "../kernel/index.ts";
import { refuse } from "./refuse.ts";

/** Finds a capability by wire name or node path, however many there are. */
export interface CapabilityTable {
  readonly rows: readonly CapabilityRow[];
  /** An unknown name is an `unknown_tool` fault that says what exists, one out of scope a `denied_scope` fault. */
  row(name: string): CapabilityRow;
  /** Nothing for a name that cannot be called. */
  lookUp(name: string): CapabilityRow | undefined;
}

/** Rows beside those that are listed. */
interface Further {
  /** Can be called all the same. */
  readonly unlisted?: readonly CapabilityRow[] | undefined;
  /** A further name by which each can be called; one that is a row's own name stays that row's. */
  readonly alias?: (row: CapabilityRow) => string;
  /** Exist, and are not for this session. */
  readonly outside?: readonly CapabilityRow[];
}

/** Indexes rows once, so that a call costs the same in every deck. */
export function createCapabilityTable(
  rows: readonly CapabilityRow[],
  { unlisted = [], outside = [], alias = ({ name }) => name }: Further = {},
): CapabilityTable {
  const aliases = rows.map((row) => [alias(row), row] as const);
  const byName = new Map([...aliases, ...namesOf([...unlisted, ...rows])]);
  const beyond = new Map(namesOf(outside));
  return {
    rows,
    lookUp: (name) => byName.get(name),
    row: (name) => {
      const row = byName.get(name);
      if (row !== undefined) return row;
      const scoped = beyond.get(name);
      if (scoped !== undefined) refuse(judgeScope(scoped, [scopeOf(rows)]));
      throw notExposed(name, rows);
    },
  };
}

function namesOf(rows: readonly CapabilityRow[]): readonly (readonly [string, CapabilityRow])[] {
  return rows.flatMap((row) => [[row.path, row] as const, [row.name, row] as const]);
}

function scopeOf(rows: readonly CapabilityRow[]): ToolScope {
  return { what: "what this session offers", names: new Set(rows.map(({ name }) => name)) };
}

/** A list of thousands would drown the message. */
const MOST_NAMED = 40;

function notExposed(name: string, rows: readonly CapabilityRow[]): Fault {
  const known = rows.map((row) => row.name);
  const near = nearestName(name, known);
  const guess = near === undefined ? "" : `Did you mean "${near}"? `;
  return new Fault("unknown_tool", `This session exposes no tool called "${name}".`, {
    hint: `${guess}${whatExists(known)}`,
  });
}

function whatExists(known: readonly string[]): string {
  if (known.length === 0) return "It exposes no tools at all.";
  if (known.length <= MOST_NAMED) return `Available tools: ${known.join(", ")}.`;
  return `There are ${known.length} tools: find one with tool_search.`;
}
