import {
  type Config,
  findMcp,
  keepRule,
  loadConfig,
  type OpenMcp,
  openSession,
  type Session,
  type SessionSettings,
  settingsFromConfig,
} from "../../session/index.ts";
import { configRequestOf, noteDiagnostics } from "./config-request.ts";
import { withKnownTool } from "./known-tool.ts";
import type { Progress } from "./progress.ts";
import { mcpPathsOf, type SessionFlags, USUAL_SESSION } from "./session-flags.ts";
import { terminalApprover } from "./terminal-approver.ts";
import { terminalAsker } from "./terminal-asker.ts";
import type { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Opens the session that the flags and the configuration files ask for. */
export async function openFromFlags(
  flags: SessionFlags,
  terminal: Terminal,
  progress?: Progress,
): Promise<Session> {
  const request = configRequestOf(flags);
  const loaded = await loadConfig(request);
  noteDiagnostics(loaded.diagnostics, terminal);
  const { settings, notes } = await settingsFromConfig(loaded.config);
  const mcp = await mcpOf(loaded.config, flags, request.cwd);
  const session = withKnownTool(() =>
    openSession({
      ...settings,
      ...(mcp === undefined ? {} : { mcp }),
      cwd: request.cwd,
      name: flags.session ?? USUAL_SESSION,
      ...waysToThePerson(flags, terminal, progress),
      govern: {
        ...settings.govern,
        approver: terminalApprover(terminal, { isJson: flags.json === true, onAsk: () => progress?.done() }),
        configFile: request.configFile,
        keepRule: (rule) => keepRule(rule, request),
      },
    }),
  );
  for (const note of [...notes, ...session.notes]) {
    terminal.note(`${terminal.paint("yellow", "note:", "note")} ${note}`);
  }
  return session;
}

/** Other people's tools, unless they are switched off or there are to be no tools at all. */
async function mcpOf({ mcp, tools }: Config, flags: SessionFlags, cwd: string): Promise<OpenMcp | undefined> {
  if (!mcp.enabled || tools === false) return undefined;
  return findMcp({ cwd, paths: mcpPathsOf(flags), trust: mcp.trust, version: version() });
}

/** Whoever is being asked is not shown a line that moves. */
function waysToThePerson(
  flags: SessionFlags,
  terminal: Terminal,
  progress: Progress | undefined,
): Pick<SessionSettings, "asker" | "onProgress"> {
  const atTerminal = terminalAsker(terminal, flags.json === true);
  const asker: SessionSettings["asker"] = {
    ask: (question, cancel) => {
      progress?.done();
      return atTerminal.ask(question, cancel);
    },
  };
  return progress === undefined ? { asker } : { asker, onProgress: progress.note };
}
