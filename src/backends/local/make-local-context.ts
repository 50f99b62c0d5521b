import { join, resolve } from "node:path";
import {
  type ContextOverrides,
  nobody,
  STANDARD_BUDGET,
  systemClock,
  type ToolContext,
} from "../../kernel/index.ts";
import { closedNet } from "../memory/closed-net.ts";
import { noCaller } from "../memory/no-caller.ts";
import { createMemoryState } from "../memory/session-state.ts";
import { createOverlayFs } from "../overlay/overlay-fs.ts";
import { withResults } from "../results-fs.ts";
import { createLocalSearch } from "../search/index.ts";
import { createFileResults } from "./file-results.ts";
import { createLocalFs } from "./local-fs.ts";
import { createLocalShell } from "./local-shell.ts";
import { protectedOnDisk } from "./protected-on-disk.ts";

/** The parts of a local context a caller sets itself. */
export interface LocalContextOverrides extends ContextOverrides {
  /** Further folders that files may be in, beside the working directory. */
  readonly roots?: readonly string[];
}

/** A context on this machine, confined to a working directory. */
export function makeLocalContext(cwd: string, overrides: LocalContextOverrides = {}): ToolContext {
  const { roots = [], ...parts } = overrides;
  const folder = resolve(cwd);
  const state =
    parts.state ?? createMemoryState({ results: createFileResults(join(folder, ".deckhand", "results")) });
  const fs =
    parts.fs ??
    withResults(createLocalFs({ roots: [folder, ...roots], refuseWrite: protectedOnDisk }), state.results);
  return {
    cwd: folder,
    fs,
    shell: createLocalShell({ cwd: folder }),
    net: closedNet,
    search: createLocalSearch(fs),
    cancel: new AbortController().signal,
    budget: STANDARD_BUDGET,
    clock: systemClock,
    asker: nobody,
    caller: noCaller,
    stage: createOverlayFs,
    progress: () => undefined,
    ...parts,
    state,
  };
}
