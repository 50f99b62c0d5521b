/** The seams made real: this machine, memory, and a stage over another Fs. */
export { createDocuments, type DocumentLimits } from "./documents/documents.ts";
export { createFileResults, type FileResultsLimits, pruneFileResults } from "./local/file-results.ts";
export { type AskGit, createHostGit, type GitAnswer, type GitQuestion } from "./local/host-git.ts";
export { createLocalFs, type LocalFsOptions } from "./local/local-fs.ts";
export { createLocalShell, type LocalShellOptions } from "./local/local-shell.ts";
export { type LocalContextOverrides, localFiles, makeLocalContext } from "./local/make-local-context.ts";
export { realPath } from "./local/real-path.ts";
export { protectedOnDisk } from "./local/protected-on-disk.ts";
export { startedByTool } from "./local/started-by-tool.ts";
export { closedNet } from "./memory/closed-net.ts";
export { makeContext } from "./memory/make-context.ts";
export { manualClock, type ManualClock } from "./memory/manual-clock.ts";
export { createMemoryCapabilities } from "./memory/memory-capabilities.ts";
export { createMemoryFleet } from "./memory/memory-fleet.ts";
export {
  createMemoryFs,
  type LinkingFs,
  type MemoryFiles,
  type MemoryFs,
  type MemoryFsOptions,
} from "./memory/memory-fs.ts";
export { createMemoryCache, type MemoryCacheOptions } from "./memory/memory-cache.ts";
export { createMemoryNet, type MemoryAnswer, type MemoryRoutes } from "./memory/memory-net.ts";
export { createMemoryShell, type MemoryShellOptions } from "./memory/memory-shell.ts";
export { createFixedBackend } from "./memory/fixed-backend.ts";
export { noCaller } from "./memory/no-caller.ts";
export { createMemoryResults } from "./memory/results.ts";
export { scriptedAsker } from "./memory/scripted-asker.ts";
export { createMemoryState, type MemoryStateOptions, type SessionCells } from "./memory/session-state.ts";
export { type Connect, createLocalNet, type LocalNetOptions, type Resolve } from "./net/local-net.ts";
export type { NetLimits } from "./net/net-limits.ts";
export { createOverlayFs } from "./overlay/overlay-fs.ts";
export { createLocalPrograms, type LocalProgramsOptions } from "./programs/local-programs.ts";
export { withResults } from "./results-fs.ts";
export {
  createGrantedNetwork,
  type GrantedNetwork,
  type GrantedNetworkOptions,
  type WayOut,
} from "./sandbox-net/granted-network.ts";
export { type HostGrant, parseHostGrant } from "./sandbox-net/host-grants.ts";
export type { ProxyLimits } from "./sandbox-net/proxy-limits.ts";
export type { ProxyRecord, RecordListener } from "./sandbox-net/proxy-record.ts";
export {
  seatbeltCommand,
  type SeatbeltOptions,
  seatbeltProfile,
  type SeatbeltProfile,
} from "./sandbox-mac/seatbelt-profile.ts";
export type { SandboxProbe } from "./sandbox/probe-sandbox.ts";
export type { SandboxLimits } from "./sandbox/sandbox-limits.ts";
export type { SandboxNetwork } from "./sandbox/sandbox.ts";
export {
  createLocalSearch,
  createRipgrepSearch,
  createScanSearch,
  findRipgrep,
  type LocalSearchOptions,
} from "./search/index.ts";
export { openSshBackend, type SshBackend, type SshBackendOptions } from "./ssh/open-ssh-backend.ts";
export { reapSurvivors } from "./supervisor/reap-survivors.ts";
export { MAX_BUFFERED_LINES } from "./supervisor/recent-lines.ts";
export { refuseJobs } from "./supervisor/refuse-jobs.ts";
export { createSupervisor, type SupervisorOptions } from "./supervisor/supervisor.ts";
export { openSandbox, type Sandbox, type SandboxOptions } from "./sandbox/sandbox.ts";
