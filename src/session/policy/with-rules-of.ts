import { parse, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { ConfigFault } from "../config/config-fault.ts";
import { parseConfig } from "../config/parse-config.ts";
import { readConfigFile } from "../config/read-config-file.ts";

/** A configuration with the rules of one more file, as if a person had added them to their own. */
export async function withRulesOf(config: Config, path: string): Promise<Config> {
  const file = resolve(path);
  const read = await readConfigFile(file, parse(file).root);
  if (read === undefined) throw new ConfigFault([{ file, message: "there is no such file" }]);
  const { rules = [], commands = {}, ...others } = parseConfig(file, read.text).settings;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    const message = "only rules and commands are added; a whole configuration is for --config";
    throw new ConfigFault([{ file, key: other, message }]);
  }
  return {
    ...config,
    rules: [...config.rules, ...rules],
    commands: {
      allowed: [...config.commands.allowed, ...(commands.allowed ?? [])],
      rules: [...config.commands.rules, ...(commands.rules ?? [])],
    },
  };
}
