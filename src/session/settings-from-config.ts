import type { Config } from "./config/config.ts";
import type { Environment } from "./config/config-places.ts";
import type { RetentionSettings } from "../store/index.ts";
import { loadAddons } from "./load-addons.ts";
import { openApiGateway } from "./open-api-gateway.ts";
import { searchProviderOf } from "./search-provider-of.ts";
import type { SessionSettings } from "./session-settings.ts";
import type { ConfiguredTelemetry } from "./telemetry/telemetry-from-config.ts";

/** Settings that a configuration amounts to, and what of it could not be had. */
export interface ConfiguredSettings {
  readonly settings: Omit<SessionSettings, "cwd">;
  readonly notes: readonly string[];
}

/** Turns a configuration into the settings of a session; what only some calls need is made when they need it. */
export async function settingsFromConfig(
  config: Config,
  env: Environment = process.env,
): Promise<ConfiguredSettings> {
  const { addons, notes } = await loadAddons(config.addons);
  const { search, ...web } = config.web;
  const searchProvider = searchProviderOf(search, env);
  const told = await telemetryOf(config, env);
  return {
    notes: told.note === undefined ? notes : [...notes, told.note],
    settings: {
      profile: config.profile,
      ...(config.tools === undefined ? {} : { tools: config.tools }),
      withoutTools: config.withoutTools,
      addDirs: config.addDirs,
      deferred: config.deferred,
      pinned: config.pinned,
      task: config.task,
      addons,
      govern: {
        trust: config.trust,
        rules: config.rules,
        granularity: config.record.granularity,
        retention: retentionOf(config),
        telemetry: told.telemetry,
        commands: config.commands,
        sandbox: config.sandbox.enabled
          ? { hosts: config.sandbox.hosts, allowPrivate: config.web.allowPrivate }
          : false,
      },
      web,
      ...(searchProvider === undefined ? {} : { searchProvider }),
      ...(config.openapi.length === 0 ? {} : { saasGateway: openApiGateway(config, env) }),
    },
  };
}

/** Nobody loads what sends spans where none are wanted. */
async function telemetryOf(config: Config, env: Environment): Promise<ConfiguredTelemetry> {
  if (config.telemetry.endpoint === false) return {};
  const { telemetryFromConfig } = await import("./telemetry/telemetry-from-config.ts");
  return telemetryFromConfig(config.telemetry, env);
}

function retentionOf({ retention }: Config): RetentionSettings {
  return {
    traces: { days: retention.traceDays, megabytes: retention.traceMegabytes },
    undo: { days: retention.undoDays, megabytes: retention.undoMegabytes },
    results: { days: retention.resultDays, megabytes: retention.resultMegabytes },
  };
}
