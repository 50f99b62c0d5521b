import {
  type Cell,
  type ChecklistItem,
  type ChecklistStatus,
  type ChecklistWeight,
  Fault,
} from "../../kernel/index.ts";
import { createIds } from "./create-ids.ts";

/** One line of the checklist, without an id and with what was dropped. */
export interface LedgerItem {
  readonly task: string;
  readonly state: ChecklistStatus;
  readonly weight: ChecklistWeight;
}

/** The whole checklist of one session: the same that `TodoStore` shows without what was dropped. */
export interface TodoLedger {
  read(): Promise<readonly LedgerItem[]>;
  /** Puts a whole list in place of the old one; a task whose words stay keeps its id. */
  set(items: readonly LedgerItem[]): Promise<void>;
}

/** The ledger over the checklist of a session. */
export function createTodoLedger(cell: Cell<readonly ChecklistItem[]>): TodoLedger {
  return {
    read: async () => (await cell.read()).map(toLedgerItem),
    set: async (items) => {
      refuseBlankTask(items);
      await cell.update((now) => withIds(items, now));
    },
  };
}

function toLedgerItem({ text, status, weight = "normal" }: ChecklistItem): LedgerItem {
  return { task: text, state: status, weight };
}

function refuseBlankTask(items: readonly LedgerItem[]): void {
  const place = items.findIndex(({ task }) => task.trim() === "") + 1;
  if (place === 0) return;
  throw new Fault("invalid_input", `Item ${place} has an empty task; the checklist was not changed.`, {
    hint: "Each item needs a task that says what is to be done.",
  });
}

function withIds(items: readonly LedgerItem[], old: readonly ChecklistItem[]): readonly ChecklistItem[] {
  const freshId = createIds(old.map(({ id }) => id));
  const idsOf = idsByText(old);
  return items.map(({ task, state, weight }) => ({
    id: idsOf.get(task)?.shift() ?? freshId(),
    text: task,
    status: state,
    ...(weight === "normal" ? {} : { weight }),
  }));
}

function idsByText(items: readonly ChecklistItem[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, text } of items) {
    const same = ids.get(text);
    if (same === undefined) ids.set(text, [id]);
    else same.push(id);
  }
  return ids;
}
