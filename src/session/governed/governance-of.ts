import type { SessionState, ToolContext, ToolOutcome } from "../../kernel/index.ts";
import type { SessionSettings } from "../session-settings.ts";
import type { GovernedCall, Helm } from "./helm.ts";
import type { Governance, GovernedPlace, GovernSettings } from "./governance.ts";

/** The session's own part in a call. */
export type SessionPart = Omit<Helm, keyof Governance>;

/** What governs a session; it is loaded and opened by the first call that needs it. */
export interface LazyGovernance {
  /** Sends a call down the path. */
  dispatch(call: GovernedCall, ctx: ToolContext, part: SessionPart): Promise<ToolOutcome>;
  close(): Promise<void>;
}

/** Where a session works, and where it tells what happens. */
type Place = Omit<GovernedPlace, "session">;

/** Nothing, for a session that is not governed. */
export function governanceOf(
  settings: SessionSettings,
  place: Place,
  context: ToolContext,
): LazyGovernance | undefined {
  const { govern = {} } = settings;
  return govern === false ? undefined : lazily(govern, settings, place, context);
}

function lazily(
  govern: GovernSettings,
  settings: SessionSettings,
  given: Place,
  context: ToolContext,
): LazyGovernance {
  const place = {
    ...given,
    session: settings.name ?? context.state.id,
  };
  // What is changed must have been seen.
  const state: SessionState = { ...context.state, seen: { ...context.state.seen, isRequired: true } };
  let opened: ReturnType<typeof load> | undefined;
  return {
    dispatch: async (call, ctx, part) => {
      const { dispatch, governance } = await open();
      return dispatch(call, { ...ctx, state }, { ...governance, ...part });
    },
    close: async () => (await opened?.catch(() => undefined))?.governance.close(),
  };

  function open() {
    // A store that could not be opened is tried again by the next call.
    return (opened ??= load().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  }

  async function load() {
    const [{ dispatch }, { openGovernance }] = await Promise.all([
      import("./call-path.ts"),
      import("./governance.ts"),
    ]);
    return { dispatch, governance: await openGovernance(govern, place, context) };
  }
}
