import type { ChecklistItem } from "../../kernel/index.ts";

const BOXES = { pending: "[ ]", active: "[~]", done: "[x]", dropped: "[-]" } as const;

/** The checklist as a model reads it: one line an item, and a tally. */
export function renderChecklist(items: readonly ChecklistItem[]): string {
  if (items.length === 0) return "The checklist is empty.";
  const lines = items.map(({ id, text, status }) => `${BOXES[status]} ${oneLine(id)}: ${oneLine(text)}`);
  return [...lines, tallyOf(items)].join("\n");
}

/** A text of several lines could pass for several items. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

function tallyOf(items: readonly ChecklistItem[]): string {
  const count = (status: ChecklistItem["status"]) => items.filter((item) => item.status === status).length;
  return `${count("done")} of ${items.length} done, ${count("active")} active, ${count("pending")} pending.`;
}
