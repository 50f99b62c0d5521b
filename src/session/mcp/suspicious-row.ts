import { homedir } from "node:os";
import type { McpServer } from "../../bridge/index.ts";
import { createCommandPolicy } from "../../control/index.ts";
import { commandWord } from "../../kernel/index.ts";
import { UNKNOWN_REPOSITORY } from "../governed/repository-facts.ts";

/** What the command policy would refuse a model, were the row a command of its own: reasons, for the person who is asked about the row. */
export function suspiciousRow(server: McpServer): readonly string[] {
  const { declared, source } = server;
  if (server.transport !== "stdio" || declared.transport !== "stdio") return [];
  // Variables of the environment file are only in the server itself; of a value, no reason tells anything.
  const settings = Object.entries(server.env)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => `${name}=${commandWord(value)}`);
  const words = [...settings, ...[declared.command, ...declared.args].map(commandWord)];
  const parts = createCommandPolicy().explain(words.join(" "), source.workspace, {
    workspace: source.workspace,
    home: homedir(),
    repository: UNKNOWN_REPOSITORY,
    allowedCommands: [],
  });
  const refused = parts.filter(({ verdict }) => verdict === "deny").map(({ reason }) => reason);
  return [...new Set(refused)];
}
