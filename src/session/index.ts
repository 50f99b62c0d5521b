/** One running session: what it offers and how it is called. */
export type { Addon, InterceptedCall, Interceptor } from "./addon.ts";
export { type BriefingFacts, composeBriefing } from "./briefing/compose-briefing.ts";
export type { Config, ConfigLayer, OpenApiSettings, SearchSettings, SettingKey } from "./config/config.ts";
export { ConfigFault, type ConfigProblem } from "./config/config-fault.ts";
export type { ConfigSearch, Environment } from "./config/config-places.ts";
export { type ConfigFile, findConfigFiles } from "./config/find-config-files.ts";
export { type ConfigRequest, loadConfig } from "./config/load-config.ts";
export { keepRule } from "./config/keep-rule.ts";
export { findMcp, type McpRequest } from "./mcp/find-mcp.ts";
export type {
  ConnectOptions,
  McpPlace,
  McpReview,
  McpServerFacts,
  McpStatus,
  OpenMcp,
  RemoteItem,
  RemoteItems,
  RemoteToolFacts,
  RemoteToolState,
  SessionMcp,
} from "./mcp/session-mcp.ts";
export { loadConfigSchema } from "./config/load-config-schema.ts";
export type { ConfigDiagnostic, LoadedConfig, Origin, Source } from "./config/merge-layers.ts";
export { type LoadedRows, loadRows } from "./load-rows.ts";
export type { CommandSettings } from "./governed/command-desk.ts";
export type { GovernSettings, TelemetrySettings } from "./governed/governance.ts";
export type { SandboxSettings, Walls } from "./governed/walls.ts";
export { type CallOptions, openSession, type Session, type SessionOutcome } from "./open-session.ts";
export type { Consequence, Explanation } from "./policy/explain.ts";
export { loadPolicy } from "./policy/load-policy.ts";
export type { JudgedCall, PolicyJudge } from "./policy/open-judge.ts";
export type { Proposal } from "./policy/propose-rules.ts";
export type { RowAnswer, RowVerdict } from "./policy/row-answer.ts";
export type { SimulatedChange, Simulation } from "./policy/simulate.ts";
export { auditOfTrace } from "./records/audit-of-trace.ts";
export { checkRecords, type RecordsHealth } from "./records/check-records.ts";
export { familyOf, type TraceFamily } from "./records/family-of.ts";
export { findTrace, newestTraces } from "./records/find-trace.ts";
export { openRecords, type Records, type RecordsPlace, verifyRecords } from "./records/open-records.ts";
export type { UndoOptions, UndoOutcome } from "./records/undo-calls.ts";
export type { UndoTarget } from "./records/undo-target.ts";
export { selectTools, type ToolSelection } from "./select-tools.ts";
export type { SessionSettings } from "./session-settings.ts";
export { type ConfiguredSettings, settingsFromConfig } from "./settings-from-config.ts";
export { toolBox } from "./tool-box.ts";
