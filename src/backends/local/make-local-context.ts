import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { join, resolve } from "node:path";
import {
  type ContextOverrides,
  nobody,
  type SessionState,
  STANDARD_BUDGET,
  type Supervisor,
  systemClock,
  type ToolContext,
} from "../../kernel/index.ts";
import { createDocuments } from "../documents/documents.ts";
import { noCaller } from "../memory/no-caller.ts";
import { createMemoryState, type SessionCells } from "../memory/session-state.ts";
import { createLocalNet, type LocalNetOptions } from "../net/local-net.ts";
import { createOverlayFs } from "../overlay/overlay-fs.ts";
import { withResults } from "../results-fs.ts";
import { createLocalSearch } from "../search/index.ts";
import { createSupervisor } from "../supervisor/supervisor.ts";
import { createFileResults } from "./file-results.ts";
import { createLocalFs } from "./local-fs.ts";
import { createLocalShell } from "./local-shell.ts";
import { protectedOnDisk } from "./protected-on-disk.ts";

/** The parts of a local context a caller sets itself. */
export interface LocalContextOverrides extends ContextOverrides {
  /** Further folders that files may be in, beside the working directory. */
  readonly roots?: readonly string[];
  /** What keeps the background jobs, unless a whole session state is given. */
  readonly jobs?: Supervisor;
  /** What of the session outlives the process, unless a whole session state is given. */
  readonly cells?: SessionCells;
  /** Which hosts may be fetched from. */
  readonly web?: Pick<LocalNetOptions, "allowHosts" | "allowPorts" | "allowPrivate">;
}

/** A context on this machine, confined to a working directory. */
export function makeLocalContext(cwd: string, overrides: LocalContextOverrides = {}): ToolContext {
  const { roots = [], jobs, cells, web = {}, ...parts } = overrides;
  const folder = resolve(cwd);
  const state = parts.state ?? createLocalState(folder, jobs, cells);
  const files =
    parts.fs === undefined
      ? localFiles([folder, ...roots], state.results)
      : { fs: parts.fs, search: createLocalSearch(parts.fs) };
  return {
    cwd: folder,
    ...files,
    shell: createLocalShell({ cwd: folder }),
    net: createLocalNet(web),
    documents: createDocuments(),
    cancel: neverCancelled(),
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

/** The files of this machine below some roots, and kept results, with what searches them. */
export function localFiles(
  roots: readonly string[],
  results: SessionState["results"],
): Pick<ToolContext, "fs" | "search"> {
  const fs = withResults(createLocalFs({ roots, refuseWrite: protectedOnDisk }), results);
  return { fs, search: createLocalSearch(fs) };
}

/** Every call of a context listens to it, however many there are at once. */
function neverCancelled(): AbortSignal {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return signal;
}

/** A session whose kept results and jobs live in the workspace. */
function createLocalState(
  folder: string,
  jobs: Supervisor | undefined,
  cells: SessionCells | undefined,
): SessionState {
  const id = randomBytes(8).toString("hex");
  return createMemoryState({
    ...cells,
    id,
    results: createFileResults(join(folder, ".deckhand", "results")),
    jobs: jobs ?? createSupervisor({ workspace: folder, session: id }),
  });
}
