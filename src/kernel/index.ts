/** The words everyone shares: tools, contexts, results, seams and faults. No I/O, no other room. */
export type { Alternative } from "./alternative.ts";
export { type Answer, type Asker, nobody, type Question } from "./asker.ts";
export { type AddressRule, type AddressVerdict, judgeAddress } from "./address/judge-address.ts";
export { judgeAnswer } from "./address/judge-answer.ts";
export { judgeRedirect, MOST_REDIRECTS, type Redirect, type RedirectStep } from "./address/judge-redirect.ts";
export {
  judgeUrl,
  type UrlObjection,
  type UrlRule,
  type UrlVerdict,
  type WebTarget,
} from "./address/judge-url.ts";
export { urlFault } from "./address/url-fault.ts";
export { isHostWithin, parsePlace, type Place, type WebPolicy } from "./address/web-policy.ts";
export type { Backend, BackendSource } from "./backend-source.ts";
export type { Cache, Made } from "./cache.ts";
export { type BoundedCapture, createBoundedCapture, type OutputEnds } from "./bounded-capture.ts";
export type { Caller } from "./caller.ts";
export type { CapabilityOrigin, CapabilityRow, Withheld } from "./capability-row.ts";
export type { CapabilitySource } from "./capability-source.ts";
export { commandWord } from "./command-word.ts";
export { HARMLESS_VARIABLES, isLocaleVariable, USUAL_PATH } from "./inherited-environment.ts";
export { type Clock, systemClock, systemTimer, type Timer } from "./clock.ts";
export { type ContextFactory, type ContextOverrides, resolvePath, type ToolContext } from "./context.ts";
export type { ToolBox, ToolCall, ToolDescriptor, ToolOutcome, ToolRunner } from "./contracts.ts";
export { defineTool } from "./define-tool.ts";
export type { Documents, PdfPage, PdfPages, PdfRequest } from "./documents.ts";
export {
  calls,
  type Effect,
  type EffectPeer,
  type EffectScope,
  isMutating,
  reads,
  writes,
} from "./effect.ts";
export { type Change, digestOf, type Evidence, type SeenRange } from "./evidence.ts";
export { failedOutcome } from "./failed-outcome.ts";
export {
  Fault,
  type FaultCode,
  type FaultInfo,
  faultInfoOf,
  type FaultOptions,
  isCancellation,
} from "./fault.ts";
export type { FleetStatus, ServerStatus } from "./fleet-status.ts";
export type {
  DirChild,
  FileBytes,
  FileIdentity,
  Fs,
  FsFile,
  FsStat,
  RemoveOptions,
  Replaced,
  ReplaceOptions,
  StagedChange,
  StagedFs,
} from "./fs.ts";
export {
  type Errno,
  FsFault,
  type FsFaultOptions,
  type FsFaultPlace,
  isErrno,
  isFsFault,
} from "./fs-fault.ts";
export { foldName, protectedReason, STARTUP_FILES } from "./guarded-path.ts";
export { inputFault } from "./input-fault.ts";
export { checkWithJsonSchema, type InputIssue, type InputSchema, type JsonSchema } from "./input-schema.ts";
export { nearestName } from "./nearest-name.ts";
export type { Net, NetRequest, NetResponse } from "./net.ts";
export { isNodePath, type NodePath } from "./node-path.ts";
export { clamp, type ClipEnd, type OutputBudget, STANDARD_BUDGET } from "./output-budget.ts";
export type { Program, ProgramExit, Programs, ProgramSpec } from "./program.ts";
export { type RegistryContextFactory, ToolRegistry, UnknownToolError } from "./registry.ts";
export type {
  ContentFinding,
  ContentQuery,
  FileFinding,
  FileMatch,
  FileQuery,
  LineFinding,
  Search,
  SearchRun,
  SearchScope,
  SearchTally,
} from "./search.ts";
export type { SaasAction, SaasFindings, SaasGateway, SaasQuery } from "./saas-gateway.ts";
export {
  type Cell,
  type ChecklistItem,
  type ChecklistStatus,
  type ChecklistWeight,
  isResultHandle,
  type ReadLog,
  type ResultDraft,
  type ResultHandle,
  type ResultStore,
  type SessionMode,
  type SessionState,
  type SessionTask,
  TASK_STATUSES,
  type TaskStatus,
} from "./session-state.ts";
export type {
  Shell,
  ShellExecOptions,
  ShellExecResult,
  ShellExit,
  ShellHandle,
  ShellLaunchOptions,
  ShellOutputListener,
  ShellSpawnOptions,
} from "./shell.ts";
export { StaleFileFault } from "./stale-file-fault.ts";
export type {
  JobEnd,
  JobLog,
  JobOutput,
  JobRecord,
  JobReport,
  JobRequest,
  Supervisor,
} from "./supervisor.ts";
export { showInvisible, stripTerminalEscapes } from "./terminal-text.ts";
export type {
  AgentTool,
  BindContext,
  DeckMembership,
  DefinedTool,
  RawToolSpec,
  RunTool,
  SchemaToolSpec,
  ToolRecord,
  ToolSpec,
} from "./tool.ts";
export {
  type AudioBlock,
  type BlockOrigin,
  blocksResult,
  type ContentBlock,
  errorResult,
  type ImageBlock,
  type JsonBlock,
  jsonResult,
  type LinkBlock,
  projectContent,
  type ResourceBlock,
  type ResultNotes,
  type TextBlock,
  textOf,
  textResult,
  type ToolResult,
} from "./tool-result.ts";
export type { Touch } from "./touch.ts";
export { compareTrust, TRUST_LEVELS, type TrustLevel } from "./trust-level.ts";
export { untilCancelled } from "./until-cancelled.ts";
