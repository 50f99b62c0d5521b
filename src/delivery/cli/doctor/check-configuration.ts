import {
  ConfigFault,
  type ConfigProblem,
  type LoadedConfig,
  settingsFromConfig,
} from "../../../session/index.ts";
import type { Check } from "./check.ts";

const NAME = "configuration";

/** What the configuration files came to: what they say, or why they cannot be used. */
export async function checkConfiguration(loaded: LoadedConfig | ConfigFault): Promise<readonly Check[]> {
  if (loaded instanceof ConfigFault) return loaded.problems.map(problem);
  const { notes } = await settingsFromConfig(loaded.config);
  const checks = [
    ...loaded.diagnostics.map(({ file, line, key, message }) =>
      warning(`${file}:${line}: ${key}: ${message}`, "mend the file; what it says there is passed over"),
    ),
    ...notes.map((note) => warning(note, "mend or remove what is named in your configuration")),
  ];
  return checks.length > 0 ? checks : [{ name: NAME, state: "ok", says: "nothing is wrong with it" }];
}

function warning(says: string, mend: string): Check {
  return { name: NAME, state: "warn", says, mend };
}

function problem({ file = "flags", line, column, key, message }: ConfigProblem): Check {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return {
    name: NAME,
    state: "fail",
    says: [place, key, message].filter((part) => part !== undefined).join(": "),
    mend: "deckhand config schema prints what a configuration may say",
  };
}
