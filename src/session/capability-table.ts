import { type CapabilityRow, Fault, nearestName } from "../kernel/index.ts";

/** Finds a capability by wire name or node path, however many there are. */
export interface CapabilityTable {
  readonly rows: readonly CapabilityRow[];
  /** An unknown name is an `unknown_tool` fault that says what exists. */
  row(name: string): CapabilityRow;
  has(name: string): boolean;
}

/** Indexes rows once, so that a call costs the same in every deck. */
export function createCapabilityTable(
  rows: readonly CapabilityRow[],
  unlisted: readonly CapabilityRow[] = [],
): CapabilityTable {
  const byName = new Map<string, CapabilityRow>();
  for (const row of [...unlisted, ...rows]) byName.set(row.path, row).set(row.name, row);
  return {
    rows,
    has: (name) => byName.has(name),
    row: (name) => {
      const row = byName.get(name);
      if (row === undefined) throw notExposed(name, rows);
      return row;
    },
  };
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
