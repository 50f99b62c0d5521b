import { type Cell, type ChecklistItem, Fault, type SessionState } from "../../kernel/index.ts";
import { withDropped } from "./with-dropped.ts";

/** The checklist of one session, as far as it is not dropped. */
export interface TodoStore {
  read(): Promise<readonly ChecklistItem[]>;
  /**
   * Puts a whole list in place of the old one; the first item that is not right leaves everything as it was.
   * An item whose id stays keeps its weight, and what was dropped stays dropped.
   */
  replace(items: readonly ChecklistItem[]): Promise<void>;
  /** Empties the list, what was dropped included. */
  reset(): Promise<void>;
}

/** A checklist that keeps only lists that make sense. */
export function createTodoStore(cell: Cell<readonly ChecklistItem[]>): TodoStore {
  return {
    read: async () => (await cell.read()).filter(({ status }) => status !== "dropped"),
    replace: async (items) => {
      refuseBadItem(items);
      await cell.update((now) => withDropped(items, now));
    },
    reset: () => cell.replace([]),
  };
}

/** Empties the checklist of a session. */
export async function resetTodos({ checklist }: Pick<SessionState, "checklist">): Promise<void> {
  await createTodoStore(checklist).reset();
}

/** What an item can be. */
export const STATUSES = ["pending", "active", "done"] as const satisfies readonly ChecklistItem["status"][];

function refuseBadItem(items: readonly ChecklistItem[]): void {
  const places = new Map<string, number>();
  for (const [index, { id, text, status }] of items.entries()) {
    const place = index + 1;
    if (id.trim() === "") throw badItem(place, "has an empty id");
    if (text.trim() === "") throw badItem(place, "has an empty text");
    if (!STATUSES.some((each) => each === status))
      throw badItem(place, `has the status ${JSON.stringify(status)}`);
    const earlier = places.get(id);
    if (earlier !== undefined) throw badItem(place, `has the id ${JSON.stringify(id)} of item ${earlier}`);
    places.set(id, place);
  }
}

function badItem(place: number, problem: string): Fault {
  return new Fault("invalid_input", `Item ${place} ${problem}; the checklist was not changed.`, {
    hint: `Each item needs an id of its own, a text, and a status: ${STATUSES.join(", ")}.`,
  });
}
