import { compareTrust, type ToolRecord, type TrustLevel } from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";
import type { ExaminedTouch } from "../policy/examine-touches.ts";
import { isBelow } from "../policy/is-within.ts";
import { strictest } from "../policy/strictest.ts";
import { visible } from "../policy/visible.ts";
import { insufficient } from "./insufficient.ts";
import { type Containment, judgeShell } from "./judge-shell.ts";
import { requirementOf, type StandingOf, tableRow } from "./trust-requirements.ts";

/** One call, and how far its caller is trusted. */
export interface TrustQuestion {
  readonly current: TrustLevel;
  readonly tool: ToolRecord;
  readonly touches: readonly ExaminedTouch[];
  /** Absolute and real, as a ground holds them. */
  readonly safePaths: readonly string[];
  readonly containment: Containment;
  readonly standingOf?: StandingOf | undefined;
}

/** Decides by trust: below what a tool requires it is refused, at exactly L2 a person is asked, L3 runs unasked. */
export function judgeTrust(question: TrustQuestion): Decision {
  const { current, tool, touches, containment } = question;
  const commands = touches.filter((touch) => touch.kind === "command");
  return strictest([
    judgeTool(question),
    ...commands.map(({ command, verdict }) => judgeShell({ current, tool, command, verdict, containment })),
  ]);
}

function judgeTool({ current, tool, touches, safePaths, standingOf }: TrustQuestion): Decision {
  const required = isShellTool(tool) ? "L2" : requirementFor(tool, touches, safePaths, standingOf);
  if (compareTrust(current, required) < 0) return insufficient(current, required, tool);
  // What a shell tool runs is judged command by command; looking after its jobs needs no question.
  if (current !== "L2" || required !== "L2" || isShellTool(tool)) return ALLOW;
  return { verdict: "ask", reason: `${visible(tool.name)} needs a person's confirmation at trust level L2.` };
}

const SHELL_TOOLS: readonly string[] = ["bash", "process", "bg-process"];

function isShellTool(tool: ToolRecord): boolean {
  return SHELL_TOOLS.includes(tool.name) && tableRow(tool) !== undefined;
}

function requirementFor(
  tool: ToolRecord,
  touches: readonly ExaminedTouch[],
  safePaths: readonly string[],
  standingOf?: StandingOf,
): TrustLevel {
  const required = requirementOf(tool, standingOf);
  return required === "L2" && isFileWriter(tool) && isSafeWrite(touches, safePaths) ? "L1" : required;
}

function isFileWriter(tool: ToolRecord): boolean {
  return (
    tableRow(tool) !== undefined && tool.effects.length === 1 && tool.effects[0] === "WRITES(filesystem)"
  );
}

/** Where a path really leads counts, so neither `..` nor a link makes a place safe. */
function isSafeWrite(touches: readonly ExaminedTouch[], safePaths: readonly string[]): boolean {
  return touches.length > 0 && touches.every((touch) => touch.kind === "path" && isSafe(touch.real));

  function isSafe(real: string | undefined): boolean {
    return real !== undefined && safePaths.some((folder) => isBelow(real, folder));
  }
}
