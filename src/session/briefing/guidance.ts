/** A piece of advice, and the tools it is about. */
export interface Advice {
  readonly needs: readonly string[];
  readonly text: string;
}

/** How to use the tools well, said only to those who have them. */
export const GUIDANCE: readonly Advice[] = [
  { needs: ["read", "edit"], text: "Read a file before you edit it." },
  { needs: ["edit", "write"], text: "Prefer edit to write for what exists." },
  { needs: ["grep", "bash"], text: "Search in files with grep, not with shell commands." },
  { needs: ["find", "bash"], text: "Look for files with find, not with shell commands." },
  { needs: ["bash"], text: "Commands get no input and a time limit: pass flags that keep them from asking." },
  { needs: ["bash", "process"], text: "Start servers and watchers with process, not with bash." },
  { needs: ["websearch", "webfetch"], text: "Read a page with webfetch before you rely on a search result." },
  {
    needs: ["memory"],
    text: "Keep in memory what later sessions must know: decisions, conventions, dead ends.",
  },
  { needs: ["task"], text: "Hand work that stands alone to task, with everything it must know." },
  { needs: ["saas-action"], text: "Discover an action before you execute it: slugs are case-sensitive." },
  {
    needs: ["tool_search", "tool_call"],
    text: "Before you say that something cannot be done, search for a tool.",
  },
];

/** How to keep track of work, for those who have a checklist. */
export const TASK_TRACKING: readonly Advice[] = [
  {
    needs: ["todo_set"],
    text: "For work of several steps keep the checklist with todo_set: one item active at a time, done as soon as it is.",
  },
  { needs: ["todo_read"], text: "After an interruption look at the checklist with todo_read." },
  { needs: ["todo"], text: "todo is the same checklist, with weights and with what was dropped." },
];
