import type { ChecklistItem } from "../../kernel/index.ts";
import { createIds } from "./create-ids.ts";

/** A new list together with what its sender does not see of the old one: the weights, and what was dropped. */
export function withDropped(
  items: readonly ChecklistItem[],
  old: readonly ChecklistItem[],
): readonly ChecklistItem[] {
  const known = new Map(old.map((item) => [item.id, item]));
  const given = new Map(items.map((item) => [item.id, item]));
  const freshId = createIds([...known.keys(), ...given.keys()]);
  const dropped = old.filter((item) => item.status === "dropped" && !isSame(item, given.get(item.id)));
  return [
    ...items.map((item) => withWeight(item, known.get(item.id))),
    // Its id may have been given to something new by somebody who could not know.
    ...dropped.map((item) => (given.has(item.id) ? { ...item, id: freshId() } : item)),
  ];
}

function withWeight(item: ChecklistItem, before: ChecklistItem | undefined): ChecklistItem {
  const { id, text, status } = item;
  const weight = before !== undefined && isSame(before, item) ? before.weight : undefined;
  return { id, text, status, ...(weight === undefined ? {} : { weight }) };
}

/** An id stands for its item, except where the sender did not see that it was taken. */
function isSame(before: ChecklistItem, item: ChecklistItem | undefined): boolean {
  return item !== undefined && (before.status !== "dropped" || before.text === item.text);
}
