import { faultInfoOf, untilCancelled } from "../../../kernel/index.ts";
import { ConfigFault, loadConfig, type SessionMcp } from "../../../session/index.ts";
import { configRequestOf } from "../config-request.ts";
import { checkConfiguration } from "../doctor/check-configuration.ts";
import { checkFleet } from "../doctor/check-fleet.ts";
import { checkGit, checkNode, checkRipgrep } from "../doctor/check-programs.ts";
import { checkSandbox } from "../doctor/check-sandbox.ts";
import { checkAudit, checkStateFolder, checkStore } from "../doctor/check-state.ts";
import type { Check } from "../doctor/check.ts";
import { EXIT } from "../exit-code.ts";
import { oneLine, printable } from "../printable.ts";
import { withProgress } from "../progress.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { withMcp } from "../with-mcp.ts";

/** `deckhand doctor`: what works right now, and how to mend what does not. */
export async function doctor(flags: SessionFlags, terminal: Terminal): Promise<number> {
  const { cwd, ...request } = configRequestOf(flags);
  const loaded = await loadConfig({ cwd, ...request }).catch(configFault);
  const config = loaded instanceof ConfigFault ? undefined : loaded.config;
  // What a session would tell while it is opened, the checks tell.
  const quiet = { ...terminal, note: () => undefined };
  const fleet = (mcp: SessionMcp) => untilCancelled(checkFleet(mcp), terminal.interrupt);
  const parts: readonly Part[] = [
    ["node", () => checkNode()],
    ["git", () => checkGit(cwd)],
    ["ripgrep", () => checkRipgrep()],
    ["sandbox", () => checkSandbox(cwd, config?.sandbox.enabled !== false)],
    ["state folder", () => checkStateFolder()],
    ["store", () => checkStore(cwd)],
    ["audit trail", () => checkAudit(cwd)],
    ["configuration", () => checkConfiguration(loaded)],
    ["mcp", () => (config === undefined ? notLookedAt() : withMcp(flags, quiet, fleet))],
  ];
  const checks = (await withProgress("looking", terminal, Promise.all(parts.map(examined)))).flat();
  if (flags.json === true) terminal.out(JSON.stringify(toJson(checks)));
  else terminal.out(page(checks, terminal));
  return isWell(checks) ? EXIT.ok : EXIT.error;
}

function configFault(error: unknown): ConfigFault {
  if (error instanceof ConfigFault) return error;
  throw error;
}

type Part = readonly [name: string, examine: () => Promise<readonly Check[]>];

/** What cannot even be looked at has failed. */
async function examined([name, examine]: Part): Promise<readonly Check[]> {
  try {
    return await examine();
  } catch (error) {
    const { message, hint } = faultInfoOf(error);
    return [{ name, state: "fail", says: message, mend: hint }];
  }
}

async function notLookedAt(): Promise<readonly Check[]> {
  const says = "servers cannot be looked at before the configuration is mended";
  return [{ name: "mcp", state: "warn", says }];
}

function isWell(checks: readonly Check[]): boolean {
  return checks.every(({ state }) => state !== "fail");
}

function toJson(checks: readonly Check[]): unknown {
  return {
    ok: isWell(checks),
    checks: checks.map(({ name, state, says, mend }) => ({
      check: name,
      state,
      message: says,
      ...(mend === undefined ? {} : { mend }),
    })),
  };
}

const STYLES = { ok: "green", warn: "yellow", fail: "red" } as const;

function page(checks: readonly Check[], terminal: Terminal): string {
  const rows = checks.flatMap(({ name, state, says, mend }) => [
    [terminal.paint(STYLES[state], state), terminal.paint("bold", oneLine(name, 50)), oneLine(says, 500)],
    ...(mend === undefined || state === "ok"
      ? []
      : [["", "", terminal.paint("dim", `mend: ${printable(mend)}`)]]),
  ]);
  return table(rows);
}
