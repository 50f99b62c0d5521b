import type { LedgerItem } from "../../tools/index.ts";

const BOXES = { pending: "[ ]", active: "[~]", done: "[x]", dropped: "[-]" } as const;

/** The checklist as a model reads it: one line a task, and a tally. */
export function renderLedger(items: readonly LedgerItem[]): string {
  if (items.length === 0) return "The checklist is empty.";
  return [...items.map(lineOf), tallyOf(items)].join("\n");
}

function lineOf({ task, state, weight }: LedgerItem): string {
  const note = weight === "normal" ? "" : ` (${weight})`;
  // A task of several lines could pass for several tasks.
  return `${BOXES[state]} ${task.trim().replaceAll(/\s+/g, " ")}${note}`;
}

function tallyOf(items: readonly LedgerItem[]): string {
  const count = (state: LedgerItem["state"]) => items.filter((item) => item.state === state).length;
  const wanted = items.length - count("dropped");
  return `${count("done")} of ${wanted} done, ${count("active")} active, ${count("pending")} pending, ${count("dropped")} dropped.`;
}
