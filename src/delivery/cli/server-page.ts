import { commandWord } from "../../kernel/index.ts";
import type { McpServerFacts, RemoteToolFacts } from "../../session/index.ts";
import { oneLine, printable } from "./printable.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { timeOf } from "./time-of.ts";

/** Servers as a table for people, and below it what to do about them and what is suspicious about their tools. */
export function serverPage(
  servers: readonly McpServerFacts[],
  tools: readonly RemoteToolFacts[],
  terminal: Terminal,
): string {
  const head = ["SERVER", "STATE", "TRANSPORT", "REVISION", "TOOLS", "FAULT"];
  const rows = servers.map((server) => [
    terminal.paint("bold", oneLine(server.id, 40)),
    paintedState(server, terminal),
    oneLine(server.transport, 10),
    oneLine(server.revision ?? "-", 12),
    String(server.tools ?? "-"),
    oneLine(server.fault ?? "", 300),
  ]);
  const remarks = servers.flatMap((server) => {
    const own = tools.filter((tool) => tool.server === server.id);
    return [...adviceFor(server, own), ...suspicions(server, own, terminal)];
  });
  return [
    table([head.map((title) => terminal.paint("dim", title)), ...rows]),
    ...(remarks.length === 0 ? [] : ["", ...remarks]),
  ].join("\n");
}

/** Where a server is configured, whose word it runs by, and what it wrote last. */
export function serverDetails(server: McpServerFacts, terminal: Terminal): string {
  const facts: readonly (readonly [string, string])[] = [
    ["file", server.file],
    ["consent", server.consent],
    ["restarts", String(server.restarts)],
    ...(server.retryAt === undefined ? [] : [["next try", timeOf(server.retryAt)] as const]),
    ...server.errorLines.map((line, at) => [at === 0 ? "stderr" : "", line] as const),
  ];
  return [
    terminal.paint("bold", oneLine(server.id)),
    table(facts.map(([label, value]) => [`  ${terminal.paint("dim", label)}`, oneLine(value, 400)])),
  ].join("\n");
}

function paintedState({ state, quarantined }: McpServerFacts, terminal: Terminal): string {
  if (state === "live") return terminal.paint(quarantined.length === 0 ? "green" : "yellow", state);
  if (state === "idle" || state === "connecting") return state;
  const isBad = state === "suspended" || state === "waiting to retry" || state === "unusable";
  return terminal.paint(isBad ? "red" : "yellow", state);
}

function adviceFor(server: McpServerFacts, tools: readonly RemoteToolFacts[]): readonly string[] {
  const { id, state, file } = server;
  const way: Way = (verb) => `deckhand mcp ${verb} ${commandWord(id)}`;
  const named = (standing: RemoteToolFacts["standing"]): readonly string[] =>
    tools.filter((tool) => tool.standing === standing).map(({ name }) => name);
  const [changed, fresh, unusable] = [named("changed"), named("new"), named("unusable")];
  const noted = tools.filter((tool) => tool.noted.length > 0).map(({ name }) => name);
  return [
    ADVICE[state]?.(way, file),
    changed.length === 0
      ? undefined
      : `changed since they were approved, and switched off: ${some(changed)}; see ${way("diff")}, agree with ${way("approve")}`,
    fresh.length === 0
      ? undefined
      : `new since it was approved: ${some(fresh)}; agree with ${way("approve")}`,
    noted.length === 0
      ? undefined
      : `a title or an icon changed, which switches nothing off: ${some(noted)}; see ${way("tools")}`,
    unusable.length === 0 ? undefined : `not usable as defined: ${some(unusable)}; see ${way("tools")}`,
  ]
    .filter((line) => line !== undefined)
    .map((line) => printable(`${id}: ${line}`));
}

type Way = (verb: string) => string;

const ADVICE: Partial<Record<McpServerFacts["state"], (way: Way, file: string) => string>> = {
  "pending approval": (way) => `not started before a person agrees: ${way("approve")}`,
  "needs sign-in": (way) => `somebody has to sign in: ${way("connect")}`,
  connecting: (way) =>
    `it has not answered within startupTimeoutMs, which its row may raise: see ${way("status")} -v`,
  suspended: (way) => `it failed too often and is left alone: ${way("reconnect")} tries again`,
  "waiting to retry": (way) => `it failed: see ${way("status")} -v; ${way("reconnect")} tries again`,
  disconnected: (way) => `a person has disconnected it: ${way("connect")} takes it back`,
  unusable: (_way, file) => `mend its row in ${file}`,
};

const MOST_NAMED = 5;

/** The first few of many names, and how many more there are. */
export function some(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}

const MOST_SUSPICIONS = 20;

function suspicions(
  { id, suspicious }: McpServerFacts,
  tools: readonly RemoteToolFacts[],
  terminal: Terminal,
): readonly string[] {
  const all = [
    ...suspicious.map((flag) => `${oneLine(id)}, in what it tells models: ${printable(flag)}`),
    ...tools.flatMap(({ name, flags }) => flags.map((flag) => `${oneLine(name)}: ${printable(flag)}`)),
  ];
  const label = terminal.paint("yellow", "suspicious:");
  const more = all.length - MOST_SUSPICIONS;
  return [
    ...all.slice(0, MOST_SUSPICIONS).map((line) => `${label} ${line}`),
    ...(more > 0 ? [`${label} ${more} more: deckhand mcp tools ${printable(commandWord(id))}`] : []),
  ];
}
