/** One running session: what it offers and how it is called. */
export type { Addon, InterceptedCall, Interceptor } from "./addon.ts";
export { type BriefingFacts, composeBriefing } from "./briefing/compose-briefing.ts";
export type { Config, ConfigLayer, OpenApiSettings, SearchSettings, SettingKey } from "./config/config.ts";
export { ConfigFault, type ConfigProblem } from "./config/config-fault.ts";
export type { ConfigSearch, Environment } from "./config/config-places.ts";
export { type ConfigFile, findConfigFiles } from "./config/find-config-files.ts";
export { type ConfigRequest, loadConfig } from "./config/load-config.ts";
export { loadConfigSchema } from "./config/load-config-schema.ts";
export type { ConfigDiagnostic, LoadedConfig, Origin, Source } from "./config/merge-layers.ts";
export { type LoadedRows, loadRows } from "./load-rows.ts";
export { type CallOptions, openSession, type Session, type SessionOutcome } from "./open-session.ts";
export { selectTools, type ToolSelection } from "./select-tools.ts";
export type { SessionSettings } from "./session-settings.ts";
export { type ConfiguredSettings, settingsFromConfig } from "./settings-from-config.ts";
export { toolBox } from "./tool-box.ts";
