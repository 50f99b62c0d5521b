import { DEFAULT_ALLOWED_COMMANDS } from "../../control/index.ts";
import type { z } from "zod";
import { RETENTION } from "../../store/index.ts";
import type { configSchema } from "./schema.ts";

/** What one file or the flags say: any part of a configuration. */
export type ConfigLayer = DeepReadonly<Omit<z.infer<typeof configSchema>, "$schema">>;

type Web = Exclude<ConfigLayer["web"], undefined>;
type Task = Exclude<ConfigLayer["task"], undefined>;
type Commands = Exclude<ConfigLayer["commands"], undefined>;
type Sandbox = Exclude<ConfigLayer["sandbox"], undefined>;
type Mcp = Exclude<ConfigLayer["mcp"], undefined>;
type Kept = Exclude<ConfigLayer["record"], undefined>;
type Retained = Exclude<ConfigLayer["retention"], undefined>;
type Telemetry = Exclude<ConfigLayer["telemetry"], undefined>;
type Top = Omit<
  ConfigLayer,
  "web" | "task" | "sandbox" | "commands" | "mcp" | "record" | "retention" | "telemetry"
>;

/** What holds for a session, every file and flag taken together; without `tools` all are offered, with false none. */
export type Config = Filled<Top, "tools"> & {
  readonly web: Filled<Web, "allowHosts">;
  readonly task: Filled<Task>;
  readonly commands: Filled<Commands>;
  readonly sandbox: Filled<Sandbox>;
  readonly mcp: Filled<Mcp>;
  readonly record: Filled<Kept>;
  readonly retention: Filled<Retained>;
  readonly telemetry: Filled<Telemetry>;
};

/** Who answers websearch, and where and with which key. */
export type SearchSettings = Config["web"]["search"];

/** One OpenAPI document and how its service is reached. */
export type OpenApiSettings = Config["openapi"][number];

/** Every setting by its dotted name. */
export type Settings = Filled<Top> &
  Dotted<"web", Web> &
  Dotted<"task", Task> &
  Dotted<"commands", Commands> &
  Dotted<"sandbox", Sandbox> &
  Dotted<"mcp", Mcp> &
  Dotted<"record", Kept> &
  Dotted<"retention", Retained> &
  Dotted<"telemetry", Telemetry>;

/** The dotted name of a setting, such as `web.allowHosts`. */
export type SettingKey = keyof Settings;

/** Every session is handed the same one, so nobody may write to it. */
const NONE: readonly never[] = Object.freeze([]);

/** What holds where nobody says anything; no list of tools or hosts means all of them. */
export const DEFAULTS: { readonly [K in SettingKey]: Settings[K] | undefined } = {
  profile: "all",
  tools: undefined,
  withoutTools: NONE,
  addDirs: NONE,
  deferred: false,
  pinned: NONE,
  trust: "L2",
  rules: NONE,
  "commands.allowed": DEFAULT_ALLOWED_COMMANDS,
  "commands.rules": NONE,
  "sandbox.enabled": true,
  "sandbox.hosts": NONE,
  "mcp.enabled": true,
  "mcp.trust": Object.freeze({}),
  "record.granularity": "B",
  "retention.traceDays": RETENTION.traces.days,
  "retention.traceMegabytes": RETENTION.traces.megabytes,
  "retention.undoDays": RETENTION.undo.days,
  "retention.undoMegabytes": RETENTION.undo.megabytes,
  "retention.resultDays": RETENTION.results.days,
  "retention.resultMegabytes": RETENTION.results.megabytes,
  "telemetry.endpoint": false,
  "telemetry.content": false,
  "web.allowPrivate": NONE,
  "web.allowHosts": undefined,
  "web.allowPorts": NONE,
  "web.search": Object.freeze({ provider: "duckduckgo" }),
  openapi: NONE,
  "task.maxDepth": 2,
  "task.maxConcurrent": 4,
  addons: NONE,
};

/** Every setting, in the order in which they are shown. */
export const SETTING_KEYS = Object.keys(DEFAULTS) as readonly SettingKey[];

/** What a layer says about a setting. */
export function settingIn<K extends SettingKey>(layer: ConfigLayer, key: K): Settings[K] | undefined {
  const [part = "", field] = key.split(".");
  const said = (layer as Fields)[part];
  return (field === undefined ? said : (said as Fields | undefined)?.[field]) as Settings[K] | undefined;
}

/** Puts settings together into a configuration. */
export function toConfig(settings: Iterable<readonly [SettingKey, unknown]>): Config {
  const config: { [part: string]: unknown } = {};
  for (const [key, value] of settings) {
    const [part = "", field] = key.split(".");
    if (value === undefined) continue;
    config[part] = field === undefined ? value : { ...(config[part] as Fields), [field]: value };
  }
  return config as Config;
}

type Fields = Readonly<Record<string, unknown>>;

type DeepReadonly<T> = T extends (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

type Filled<T, Open extends keyof T = never> = {
  readonly [K in Exclude<keyof T, Open>]-?: Exclude<T[K], undefined>;
} & { readonly [K in Open]?: Exclude<T[K], undefined> };

type Dotted<Part extends string, T> = {
  readonly [K in keyof T & string as `${Part}.${K}`]-?: Exclude<T[K], undefined>;
};
