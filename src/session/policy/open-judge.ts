import { resolve } from "node:path";
import {
  type CommandRule,
  type CommandVerdict,
  type Containment,
  createDefinitionHashes,
  type Decision,
  type ExaminedTouch,
  type ExplainedPart,
  type Ground,
  type RuledCall,
  surveyGround,
} from "../../control/index.ts";
import {
  type DefinedTool,
  Fault,
  judgeUrl,
  type Touch,
  type TrustLevel,
  type UrlVerdict,
} from "../../kernel/index.ts";
import { stateFolder } from "../../store/index.ts";
import { ConfigFault } from "../config/config-fault.ts";
import { createCommandDesk } from "../governed/command-desk.ts";
import { examine, judgeCall } from "../governed/judge-call.ts";
import { realPath } from "../../backends/index.ts";
import { openShellDesk, type ShellDesk } from "../governed/shell-desk.ts";
import { createStandingRules } from "../governed/standing-rules.ts";
import { configurationOf, type GovernSettings } from "../governed/governance.ts";
import type { SessionSettings } from "../session-settings.ts";

/** What would become of a call, if it were made now. */
export interface JudgedCall {
  readonly touches: readonly ExaminedTouch[];
  readonly decision: Decision;
  /** The standing rule that answers the question, as a sentence. */
  readonly byRule?: string | undefined;
  readonly ruled: RuledCall;
}

/** Judges calls as a session with these settings would, and makes none. */
export interface PolicyJudge {
  readonly cwd: string;
  readonly trust: TrustLevel;
  readonly ground: Ground;
  containment(): Promise<Containment>;
  judge(tool: DefinedTool, touches: readonly Touch[], trust?: TrustLevel): Promise<JudgedCall>;
  judgeCommand(command: string): Promise<CommandVerdict>;
  /** The same, as if the user's file had one rule more. */
  judgeCommandWith(rule: CommandRule): (command: string) => Promise<CommandVerdict>;
  explainCommand(command: string): Promise<readonly ExplainedPart[]>;
  judgeUrl(url: string): UrlVerdict;
  close(): Promise<void>;
}

/** Opens a judge; whoever opens it closes it. Rules that do not mean what they say are bad configuration. */
export async function openJudge(settings: SessionSettings): Promise<PolicyJudge> {
  const cwd = resolve(settings.cwd);
  const roots = (settings.addDirs ?? []).map((dir) => resolve(cwd, dir));
  const hidden = [settings.stateFolder ?? stateFolder()];
  const govern: GovernSettings = settings.govern === false ? {} : (settings.govern ?? {});
  const { trust = "L2", commands = {}, rules = [] } = govern;
  const guarded = configurationOf(govern, { cwd });
  const desk = checkedDesk(() => openShellDesk(govern, { cwd, roots, hidden: [...hidden, ...guarded] }));
  const ground = await surveyGround({ cwd, extraRoots: roots, hidden, guarded, realPath });
  const standing = createStandingRules(rules, undefined);
  const definitionOf = createDefinitionHashes();
  const shellDesk = (): Promise<ShellDesk> => Promise.resolve(desk);
  const net = { judge: (url: string) => judgeUrl(url, settings.web) };
  return {
    cwd,
    trust,
    ground,
    containment: () => desk.containment(),
    judge: async (tool, touches, at = trust) => {
      const examined = await examine(touches, { cwd, net }, { shellDesk });
      const decision = await judgeCall({ tool }, examined, { trust: at, ground, shellDesk });
      const ruled = {
        tool: tool.name,
        definition: definitionOf(tool),
        cwd,
        roots: ground.roots,
        touches: examined,
      };
      const byRule =
        decision.verdict === "ask" && decision.everyTime !== true ? standing.covering(ruled) : undefined;
      return { touches: examined, decision, byRule, ruled };
    },
    judgeCommand: (command) => desk.judge(command, cwd),
    judgeCommandWith: (rule) => {
      const more = { ...commands, rules: [...(commands.rules ?? []), rule] };
      const wider = createCommandDesk(more, { cwd, extraRoots: roots });
      return (command) => wider.judge(command, cwd);
    },
    explainCommand: (command) => desk.explain(command, cwd),
    judgeUrl: net.judge,
    close: () => desk.close(),
  };
}

function checkedDesk(open: () => ShellDesk): ShellDesk {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new ConfigFault([{ file: "configuration", key: "commands.rules", message: error.message }], error);
  }
}
