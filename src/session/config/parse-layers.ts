import { dirname } from "node:path";
import { anchored } from "./anchored.ts";
import type { ConfigLayer } from "./config.ts";
import { ConfigFault } from "./config-fault.ts";
import type { FileLayer, Layers } from "./merge-layers.ts";
import { checkFlags, parseConfig } from "./parse-config.ts";
import type { ConfigText } from "./read-config-file.ts";

/** What was said, before anybody looked at it. */
interface Said {
  readonly user: ConfigText | undefined;
  readonly workspace: ConfigText | undefined;
  readonly flags: ConfigLayer;
}

/** Parses what each layer says; the problems of all of them are told at once. */
export function parseLayers(
  { user, workspace, flags }: Said,
  { cwd, home }: { readonly cwd: string; readonly home: string | undefined },
): Layers {
  const problems: ConfigFault["problems"][number][] = [];
  const layers = {
    user: attempt(() => user && toLayer(user, (settings) => anchored(settings, dirname(user.file), home))),
    workspace: attempt(() => workspace && toLayer(workspace)),
    flags: attempt(() => anchored(checkFlags(flags), cwd, home)),
  };
  if (problems.length > 0) throw new ConfigFault(problems);
  return layers;

  function attempt<T>(parse: () => T): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof ConfigFault)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  }
}

function toLayer(
  { file, text }: ConfigText,
  change: (settings: ConfigLayer) => ConfigLayer = (settings) => settings,
): FileLayer {
  const { settings, placeOf } = parseConfig(file, text);
  return { file, settings: change(settings), lineOf: (path) => placeOf(path).line };
}
