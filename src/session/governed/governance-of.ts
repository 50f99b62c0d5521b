import type { SessionState, ToolContext } from "../../kernel/index.ts";
import { stateFolder } from "../../store/index.ts";
import type { SessionSettings } from "../session-settings.ts";
import type { GovernedCall, GovernedOutcome, RunCall } from "./call-path.ts";
import type { Governance, GovernSettings } from "./governance.ts";

/** What governs a session; it is loaded and opened by the first call that needs it. */
export interface LazyGovernance {
  /** Sends a call down the path. */
  call(call: GovernedCall, ctx: ToolContext, run: RunCall): Promise<GovernedOutcome>;
  close(): Promise<void>;
}

/** Nothing, for a session that is not governed. */
export function governanceOf(
  settings: SessionSettings,
  { cwd, addDirs }: { readonly cwd: string; readonly addDirs: readonly string[] },
  context: ToolContext,
): LazyGovernance | undefined {
  const { govern } = settings;
  if (govern === undefined) return undefined;
  return lazily(govern, settings, { cwd, addDirs }, context);
}

function lazily(
  govern: GovernSettings,
  settings: SessionSettings,
  { cwd, addDirs }: { readonly cwd: string; readonly addDirs: readonly string[] },
  context: ToolContext,
): LazyGovernance {
  const place = {
    cwd,
    addDirs,
    session: settings.name ?? context.state.id,
    stateFolder: settings.stateFolder ?? stateFolder(),
  };
  // What is changed must have been seen.
  const state: SessionState = { ...context.state, seen: { ...context.state.seen, isRequired: true } };
  let opened: Promise<Governance> | undefined;
  return {
    call: async (call, ctx, run) => {
      const { callPath } = await import("./call-path.ts");
      return callPath(call, { ...ctx, state }, await open(), run);
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };

  function open(): Promise<Governance> {
    opened ??= import("./governance.ts").then(({ openGovernance }) => openGovernance(govern, place, context));
    // A store that could not be opened is tried again by the next call.
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  }
}
