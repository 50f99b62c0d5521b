import { type ChecklistItem, type SessionMode, type SessionTask, TASK_STATUSES } from "../kernel/index.ts";

/** Tells a checklist from something else that was kept in its place. */
export function isChecklist(value: unknown): value is readonly ChecklistItem[] {
  return Array.isArray(value) && value.every(isItem);
}

/** Tells a list of tasks from something else that was kept in its place. */
export function isTasks(value: unknown): value is readonly SessionTask[] {
  return Array.isArray(value) && value.every(isTask);
}

/** Tells a mode from something else that was kept in its place. */
export function isMode(value: unknown): value is SessionMode {
  return value === "plan" || value === "execute";
}

/** Tells a note from something else that was kept in its place. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

const STATUSES: readonly unknown[] = ["pending", "active", "done", "dropped"];
const WEIGHTS: readonly unknown[] = [undefined, "low", "normal", "high"];

function isItem(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, text, status, weight } = value as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof text === "string" &&
    STATUSES.includes(status) &&
    WEIGHTS.includes(weight)
  );
}

function isTask(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, status, note } = value as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof title === "string" &&
    TASK_STATUSES.some((known) => known === status) &&
    (note === undefined || typeof note === "string")
  );
}
