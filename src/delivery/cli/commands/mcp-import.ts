import { importFrom, OTHER_HOSTS } from "../../../bridge/index.ts";
import { Fault, nearestName } from "../../../kernel/index.ts";
import { askLine } from "../ask-line.ts";
import { EXIT } from "../exit-code.ts";
import { importJson, importPage } from "../import-page.ts";
import { type ImportHost, type ImportPlan, keepServers, planImport } from "../import-plan.ts";
import { type Person, requirePerson } from "../person.ts";
import { printable } from "../printable.ts";
import { folder, type SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { AskingStreams } from "../terminal-asker.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";

/** The flags of `deckhand mcp import`. */
export interface McpImportFlags extends SessionFlags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `deckhand mcp import HOST`: takes servers of another program over into the user's own file; a person agrees to them. */
export async function mcpImport(
  name: string | undefined,
  flags: McpImportFlags,
  terminal: Terminal,
  streams: AskingStreams = { input: process.stdin, output: process.stderr },
): Promise<number> {
  const cwd = folder(flags.cwd ?? ".");
  if (name === undefined) return listHosts(cwd, flags, terminal);
  const host = OTHER_HOSTS.find((each) => each === name);
  if (host === undefined) throw await unknownHost(name, cwd);
  const plan = await planImport(host, cwd);
  if (flags.dryRun === true || plan.servers.length === 0) {
    if (flags.json === true) terminal.out(JSON.stringify({ status: "ok", ...importJson(plan), kept: false }));
    else terminal.out(importPage(plan, terminal, "out"));
    return EXIT.ok;
  }
  const person = await requirePerson(streams, {
    what: "take servers over",
    command: `deckhand mcp import ${host}`,
  });
  if (!(await isSure(plan, flags, person, terminal, streams))) {
    terminal.note("Nothing was taken over.");
    return EXIT.error;
  }
  await keepServers(plan);
  if (flags.json === true) terminal.out(JSON.stringify({ status: "ok", ...importJson(plan), kept: true }));
  else terminal.out(`imported ${plan.servers.map(({ id }) => printable(id)).join(", ")}`);
  return EXIT.ok;
}

async function isSure(
  plan: ImportPlan,
  { yes, json }: McpImportFlags,
  { isWatching }: Person,
  terminal: Terminal,
  streams: AskingStreams,
): Promise<boolean> {
  if (json === true && yes !== true) {
    throw new Fault("needs_approval", "With --json nobody is asked whether to take servers over.", {
      hint: "Look at --dry-run first, then add --yes.",
    });
  }
  if (json !== true) terminal.note(importPage(plan, terminal, "note"));
  if (yes === true || !isWatching) return true;
  const typed = await askLine("agree to these and keep them? y/N > ", streams, terminal.interrupt);
  return typed.kind === "line" && ["y", "yes"].includes(typed.text.toLowerCase());
}

interface FoundHost {
  readonly host: ImportHost;
  readonly servers: number;
  readonly files: readonly string[];
}

/** The hosts that have servers here, of this project or of its user. */
async function foundHosts(cwd: string): Promise<readonly FoundHost[]> {
  const all = await Promise.all(
    OTHER_HOSTS.map(async (host) => {
      const { servers, unusable, broken } = await importFrom(host, { cwd });
      const rows = [...servers, ...unusable];
      const files = [...new Set([...rows.map(({ source }) => source.file), ...broken])];
      return { host, servers: rows.length, files };
    }),
  );
  return all.filter(({ files }) => files.length > 0);
}

async function listHosts(cwd: string, { json }: SessionFlags, terminal: Terminal): Promise<number> {
  const hosts = await foundHosts(cwd);
  if (json === true) terminal.out(JSON.stringify({ hosts }));
  else if (hosts.length === 0) terminal.note(`No servers of other programs are found. ${KNOWN}`);
  else {
    const head = ["HOST", "SERVERS", "FILES"].map((title) => terminal.paint("dim", title));
    const rows = hosts.map(({ host, servers, files }) => [
      terminal.paint("bold", host),
      String(servers),
      files.map((file) => printable(file)).join(", "),
    ]);
    terminal.out(table([head, ...rows]));
    terminal.note("To take servers over: deckhand mcp import HOST");
  }
  return EXIT.ok;
}

const KNOWN = `Hosts: ${OTHER_HOSTS.join(", ")}.`;

async function unknownHost(name: string, cwd: string): Promise<UsageFault> {
  const near = nearestName(name, OTHER_HOSTS);
  const guess = near === undefined ? "" : `Did you mean "${near}"? `;
  const found = (await foundHosts(cwd)).map(({ host }) => host);
  const here =
    found.length === 0 ? "None of them has servers here." : `Here are servers of: ${found.join(", ")}.`;
  return new UsageFault(
    `There is no host ${JSON.stringify(name)} to import from.`,
    `${guess}${KNOWN} ${here}`,
  );
}
