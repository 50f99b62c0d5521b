import {
  type ContextOverrides,
  type Fs,
  nobody,
  STANDARD_BUDGET,
  systemClock,
  type ToolContext,
} from "../../kernel/index.ts";
import { createDocuments } from "../documents/documents.ts";
import { createOverlayFs } from "../overlay/overlay-fs.ts";
import { withResults } from "../results-fs.ts";
import { createScanSearch } from "../search/index.ts";
import { closedNet } from "./closed-net.ts";
import { createMemoryFs } from "./memory-fs.ts";
import { createMemoryShell } from "./memory-shell.ts";
import { noCaller } from "./no-caller.ts";
import { createMemoryState } from "./session-state.ts";

/**
 * Builds a context that touches nothing of the machine: files, shell and session live in memory. Only documents are
 * read by a process, which touches nothing either.
 */
export function makeContext(overrides: ContextOverrides = {}): ToolContext {
  const { cwd = "/workspace", clock = systemClock, state = createMemoryState({ clock }) } = overrides;
  const fs: Fs =
    overrides.fs ?? withResults(createMemoryFs({}, { folders: [cwd, "/tmp"], clock }), state.results);
  return {
    cwd,
    fs,
    shell: createMemoryShell(fs, { cwd }),
    net: closedNet,
    search: createScanSearch(fs),
    documents: createDocuments(),
    cancel: new AbortController().signal,
    budget: STANDARD_BUDGET,
    clock,
    asker: nobody,
    state,
    caller: noCaller,
    stage: createOverlayFs,
    progress: () => undefined,
    ...overrides,
  };
}
