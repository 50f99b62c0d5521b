import type { SessionState, ToolContext } from "../../kernel/index.ts";
import { stateFolder } from "../../store/index.ts";
import type { SessionSettings } from "../session-settings.ts";
import { type Governance, openGovernance } from "./governance.ts";

/** What governs a session, opened by the first call that needs it. */
export interface LazyGovernance {
  /** The session's state, in which what is changed must have been seen. */
  readonly state: SessionState;
  open(): Promise<Governance>;
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
  const place = {
    cwd,
    addDirs,
    session: settings.name ?? context.state.id,
    stateFolder: settings.stateFolder ?? stateFolder(),
  };
  let opened: Promise<Governance> | undefined;
  return {
    state: { ...context.state, seen: { ...context.state.seen, isRequired: true } },
    open: () => {
      opened ??= openGovernance(govern, place, context);
      // A store that could not be opened is tried again by the next call.
      opened.catch(() => {
        opened = undefined;
      });
      return opened;
    },
    close: async () => (await opened?.catch(() => undefined))?.close(),
  };
}
