import { createRedactor, type Trace } from "../../control/index.ts";
import type { Config } from "../config/config.ts";
import { createKnownSecrets } from "../governed/known-secrets.ts";
import { openSession } from "../open-session.ts";
import { settingsFromConfig } from "../settings-from-config.ts";
import { openJudge, type PolicyJudge } from "./open-judge.ts";
import { simulate, type Simulation } from "./simulate.ts";

/** Calls of a workspace, and the configurations they are judged under. */
export interface ConfigSimulation {
  readonly cwd: string;
  /** The newest first. */
  readonly traces: AsyncIterable<Trace>;
  readonly now: Config;
  /** What might hold instead; without it, only rules are looked for. */
  readonly changed?: Config | undefined;
}

/** Replays calls under one configuration or two; the tools are those that the first offers. */
export async function simulateConfigs({ cwd, traces, now, changed }: ConfigSimulation): Promise<Simulation> {
  const { settings } = await settingsFromConfig(now);
  const session = openSession({ ...settings, cwd });
  const judges: PolicyJudge[] = [];
  const open = async (config: Config): Promise<PolicyJudge> => {
    const { settings: own } = await settingsFromConfig({ ...config, addons: [] });
    const judge = await openJudge({ ...own, cwd });
    judges.push(judge);
    return judge;
  };
  const redactor = createRedactor({ secrets: createKnownSecrets(process.env) });
  try {
    return await simulate({
      traces,
      toolOf: (name) => session.tool(name),
      now: await open(now),
      changed: changed === undefined ? undefined : await open(changed),
      redact: (text) => redactor.text(text),
    });
  } finally {
    await Promise.all([session, ...judges].map((each) => each.close()));
  }
}
