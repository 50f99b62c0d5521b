import {
  type Config,
  type ConfigLayer,
  DEFAULTS,
  SETTING_KEYS,
  settingIn,
  type SettingKey,
  type Settings,
  toConfig,
} from "./config.ts";
import { TIGHTENING } from "./tightening.ts";

/** A file's settings, and on which line the value at a path stands. */
export interface FileLayer {
  readonly file: string;
  readonly settings: ConfigLayer;
  readonly lineOf: (path: readonly (string | number)[]) => number;
}

/** What is merged; whatever is absent says nothing. */
export interface Layers {
  readonly user?: FileLayer | undefined;
  readonly workspace?: FileLayer | undefined;
  readonly flags?: ConfigLayer | undefined;
}

/** Where a value was said. */
export interface Source {
  readonly from: "default" | "user" | "workspace" | "flag";
  readonly file?: string;
  readonly line?: number;
}

/** A setting, what holds for it, and who said so. */
export interface Origin extends Source {
  readonly key: SettingKey;
  /** Undefined where everything is allowed. */
  readonly value: Settings[SettingKey] | undefined;
  /** Who else had a hand in it: the workspace that tightened it, or the file whose folders a flag adds to. */
  readonly also?: Source;
}

/** Something in a file that was ignored, and why; the rest of the file counts. */
export interface ConfigDiagnostic {
  readonly file: string;
  readonly line: number;
  readonly key: string;
  readonly message: string;
}

/** What holds, where it comes from, and what was ignored. */
export interface LoadedConfig {
  readonly config: Config;
  /** One for each setting, in a fixed order. */
  readonly origins: readonly Origin[];
  readonly diagnostics: readonly ConfigDiagnostic[];
}

/** Lets the workspace tighten what the user's file says, and a person's flags win over both. */
export function mergeLayers(layers: Layers): LoadedConfig {
  const diagnostics: ConfigDiagnostic[] = [];
  const origins = SETTING_KEYS.map((key) => {
    const said = saidByUser(key, layers.user);
    const tightened = tighten(key, said, layers.workspace, diagnostics);
    return toOrigin(key, withFlag(key, tightened, layers.flags));
  });
  return { config: toConfig(origins.map(({ key, value }) => [key, value])), origins, diagnostics };
}

interface Said<T> {
  readonly value: T | undefined;
  readonly source: Source;
  readonly also?: Source;
}

function saidByUser<K extends SettingKey>(key: K, layer: FileLayer | undefined): Said<Settings[K]> {
  const value = layer && settingIn(layer.settings, key);
  return layer === undefined || value === undefined
    ? { value: DEFAULTS[key], source: { from: "default" } }
    : { value, source: sourceOf("user", layer, key) };
}

function tighten<K extends SettingKey>(
  key: K,
  said: Said<Settings[K]>,
  layer: FileLayer | undefined,
  diagnostics: ConfigDiagnostic[],
): Said<Settings[K]> {
  const wish = layer && settingIn(layer.settings, key);
  if (layer === undefined || wish === undefined) return said;
  const isSaid = said.source.from === "user";
  const { value, refused } = TIGHTENING[key]({ value: said.value, isSaid }, wish);
  if (refused !== undefined) {
    diagnostics.push({ file: layer.file, line: layer.lineOf(key.split(".")), key, message: refused });
  }
  if (value === undefined) return said;
  const source = sourceOf("workspace", layer, key);
  return isSaid ? { value, source: said.source, also: source } : { value, source };
}

function withFlag<K extends SettingKey>(
  key: K,
  said: Said<Settings[K]>,
  flags: ConfigLayer | undefined,
): Said<unknown> {
  const value = flags && settingIn(flags, key);
  if (value === undefined) return said;
  const source: Source = { from: "flag" };
  if (key !== "addDirs" || said.source.from === "default") return { value, source };
  return {
    value: [...(said.value as Settings["addDirs"]), ...(value as Settings["addDirs"])],
    source,
    also: said.source,
  };
}

function toOrigin(key: SettingKey, { value, source, also }: Said<unknown>): Origin {
  // A session takes an empty list of tools for all of them.
  const isNone = key === "tools" && Array.isArray(value) && value.length === 0;
  const held = (isNone ? false : value) as Origin["value"];
  return { key, value: held, ...source, ...(also === undefined ? {} : { also }) };
}

function sourceOf(from: Source["from"], layer: FileLayer, key: SettingKey): Source {
  return { from, file: layer.file, line: layer.lineOf(key.split(".")) };
}
