import { consentsByFlag, loadSessionMcp } from "../../bridge/index.ts";
import {
  createApprovalBell,
  createFileConsents,
  createFilePins,
  createFileServerMemory,
  createFileTokens,
  stateFolder,
} from "../../store/index.ts";
import type { McpRequest } from "./find-mcp.ts";
import { lazily } from "./lazily.ts";
import { openSessionMcp } from "./open-session-mcp.ts";
import { takeSeats, type ToolNames } from "./roster.ts";
import type { OpenMcp } from "./session-mcp.ts";

/** Reads which servers there are and what is remembered of them; nothing is started. */
export async function prepareMcp(request: McpRequest): Promise<OpenMcp | undefined> {
  const { cwd, paths, env = process.env, trust = {}, version = "0" } = request;
  const home = request.stateFolder ?? stateFolder(env);
  const load = () => loadSessionMcp(paths, { cwd, env });
  const config = await load();
  if (config.servers.length + config.unusable.length + config.diagnostics.length === 0) return undefined;
  const damage = new Set<string>();
  const told = { tell: (sentence: string) => void damage.add(sentence) };
  const [consents, pins, memories] = [
    createFileConsents(home, told),
    createFilePins(home, told),
    createFileServerMemory(home),
  ];
  const otherTools: ToolNames = {};
  const byFlag = consentsByFlag(config.servers, new Date());
  const seats = await takeSeats(config.servers, [...(await consents.list()), ...byFlag], {
    pins,
    memories,
    otherTools,
  });
  // Whatever reaches servers is loaded with the first of them.
  const lines = lazily(async () => {
    const { openLines } = await import("./open-lines.ts");
    return openLines({ cwd, env, version, tokens: createFileTokens(home, told) });
  });
  return (place) =>
    openSessionMcp(
      {
        config,
        load,
        seats,
        consents,
        bell: createApprovalBell(home),
        byFlag,
        pins,
        memories,
        otherTools,
        connect: async (server, options) => (await lines()).connect(server, options),
        signIn: async (server, options) => (await lines()).signIn(server, options),
        trust,
        damage: () => [...damage],
      },
      place,
    );
}
