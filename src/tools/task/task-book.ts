import { type Cell, Fault, type SessionTask } from "../../kernel/index.ts";

/** What may be changed of a task. */
export type TaskChange = Partial<Pick<SessionTask, "title" | "status" | "note">>;

/** Adds a task that nobody has begun. */
export async function createTask(
  cell: Cell<readonly SessionTask[]>,
  task: Pick<SessionTask, "title" | "note">,
): Promise<SessionTask> {
  const tasks = await cell.update((now) => [
    ...now,
    { id: `task-${lastNumber(now) + 1}`, status: "pending", ...task },
  ]);
  return tasks.at(-1)!;
}

/** Changes a task; at most one is in progress at a time. */
export async function updateTask(
  cell: Cell<readonly SessionTask[]>,
  id: string,
  change: TaskChange,
): Promise<SessionTask> {
  const tasks = await cell.update((now) => changed(now, id, change));
  return tasks.find((each) => each.id === id)!;
}

function changed(tasks: readonly SessionTask[], id: string, change: TaskChange): readonly SessionTask[] {
  const task = tasks.find((each) => each.id === id);
  if (task === undefined) throw noSuchTask(id, tasks);
  const running = tasks.find((each) => each.status === "in_progress" && each.id !== id);
  if (change.status === "in_progress" && running !== undefined) throw oneAtATime(running);
  return tasks.map((each) => (each.id === id ? { ...task, ...change } : each));
}

/** The tasks as a model reads them: one line each, and a tally. */
export function renderTasks(tasks: readonly SessionTask[]): string {
  if (tasks.length === 0) return "There are no tasks.";
  const lines = tasks.map(renderTask);
  const open = tasks.filter(({ status }) => status === "pending" || status === "in_progress").length;
  return [...lines, `${open} of ${tasks.length} open.`].join("\n");
}

/** One task on one line. */
export function renderTask({ id, title, status, note }: SessionTask): string {
  return `${id} [${status}] ${oneLine(title)}${note === undefined ? "" : ` (${oneLine(note)})`}`;
}

/** A text of several lines could pass for several tasks. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

function lastNumber(tasks: readonly SessionTask[]): number {
  return Math.max(0, ...tasks.map(({ id }) => Number(/^task-(\d+)$/.exec(id)?.[1] ?? 0)));
}

function noSuchTask(id: string, tasks: readonly SessionTask[]): Fault {
  return new Fault("not_found", `There is no task ${id}.`, {
    hint:
      tasks.length === 0
        ? "Create one with task_create."
        : `Known tasks: ${tasks.map((task) => task.id).join(", ")}.`,
  });
}

function oneAtATime({ id, title }: SessionTask): Fault {
  return new Fault(
    "invalid_input",
    `${id} (${oneLine(title)}) is in progress, and one task at a time may be.`,
    {
      hint: `Complete or cancel ${id} first, or set it back to pending.`,
    },
  );
}
