import { type CapabilityRow, type DefinedTool, type FaultInfo, faultInfoOf } from "../kernel/index.ts";

/** Rows after loading: what came, and what did not and why. */
export interface LoadedRows {
  readonly tools: readonly DefinedTool[];
  readonly faults: readonly { readonly name: string; readonly fault: FaultInfo }[];
}

/** Loads rows side by side; one that cannot be loaded does not hold up the others. */
export async function loadRows(rows: readonly CapabilityRow[]): Promise<LoadedRows> {
  const loaded = await Promise.allSettled(rows.map((row) => row.load()));
  return {
    tools: loaded.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])),
    faults: loaded.flatMap((each, at) =>
      each.status === "rejected" ? [{ name: rows[at]?.name ?? "", fault: faultInfoOf(each.reason) }] : [],
    ),
  };
}
