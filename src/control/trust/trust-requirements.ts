import { compareTrust, type NodePath, type ToolRecord, type TrustLevel } from "../../kernel/index.ts";
import { foreignRequirement, type RemoteStanding } from "./foreign-requirement.ts";

/** What calling one of Deckhand's own tools takes. */
export interface TrustRow {
  readonly name: string;
  readonly path: NodePath;
  readonly requires: TrustLevel;
}

/** What each of Deckhand's own tools requires; anything that is not here requires the most. */
export const TRUST_REQUIREMENTS: readonly TrustRow[] = [
  row("L0", "read", "world.tools.file.read"),
  row("L0", "ls", "world.tools.file.ls"),
  row("L0", "find", "world.tools.search.find"),
  row("L0", "glob", "world.tools.file.glob"),
  row("L0", "grep", "world.tools.search.grep"),
  row("L0", "lsp", "world.tools.search.lsp"),
  row("L0", "tool_search", "self.tools.deck.search"),
  row("L0", "task_list", "self.tools.task.list"),
  row("L0", "todo_read", "self.tools.todo.read"),
  row("L0", "plan_mode", "self.tools.mode.plan"),
  row("L0", "clarify", "self.tools.clarify"),
  row("L1", "webfetch", "world.tools.web.fetch"),
  row("L1", "websearch", "world.tools.web.search"),
  row("L1", "task_create", "self.tools.task.create"),
  row("L1", "task_update", "self.tools.task.update"),
  row("L1", "todo_set", "self.tools.todo.set"),
  row("L1", "todo", "self.tools.todo.board"),
  row("L1", "memory", "self.tools.memory"),
  row("L2", "write", "world.tools.file.write"),
  row("L2", "edit", "world.tools.file.edit"),
  row("L2", "patch", "world.tools.file.patch"),
  row("L2", "notebook", "world.tools.file.notebook"),
  row("L2", "kill", "world.tools.system.kill"),
  row("L2", "execute_mode", "self.tools.mode.execute"),
  row("L2", "task", "self.tools.task"),
  row("L3", "bash", "world.tools.system.bash"),
  row("L3", "process", "world.tools.system.process"),
  row("L3", "bg-process", "world.tools.system.daemon"),
  row("L3", "saas-action", "world.tools.saas.action"),
];

/** Tells how a tool that is not Deckhand's own stands; undefined for one nobody knows. */
export type StandingOf = (wireName: string) => RemoteStanding | undefined;

/** What calling a tool takes: what the table says or what the tool says, whichever is more. */
export function requirementOf(tool: ToolRecord, standingOf: StandingOf = () => undefined): TrustLevel {
  const listed = tableRow(tool)?.requires ?? foreignRequirement(standingOf(tool.name));
  return compareTrust(tool.trust, listed) > 0 ? tool.trust : listed;
}

/** The row of a tool; name and path must both fit, so that nothing gets by with a borrowed half. */
export function tableRow({ name, path }: Pick<ToolRecord, "name" | "path">): TrustRow | undefined {
  return TRUST_REQUIREMENTS.find((known) => known.name === name && known.path === path);
}

function row(requires: TrustLevel, name: string, path: NodePath): TrustRow {
  return { name, path, requires };
}
