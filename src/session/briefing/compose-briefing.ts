import type { DefinedTool } from "../../kernel/index.ts";
import { GUIDANCE, TASK_TRACKING } from "./guidance.ts";
import { oneLine } from "./one-line.ts";

/** What a briefing is made from. */
export interface BriefingFacts {
  /** Called as the model has to call them. */
  readonly tools: readonly Pick<DefinedTool, "name" | "summary" | "description">[];
  /** How many tools can be found by searching only. */
  readonly hidden: number;
  readonly cwd: string;
  readonly addDirs: readonly string[];
  readonly now: number;
}

/** A system prompt made of what is really there: nothing is explained that a model could not use. */
export function composeBriefing(facts: BriefingFacts): string {
  const names = new Set(facts.tools.map(({ name }) => name));
  const sections = [
    section("Environment", environment(facts)),
    section("Tools", toolLines(facts)),
    section("Guidance", GUIDANCE.filter(({ needs }) => needs.every((name) => names.has(name))).map(bullet)),
    section(
      "Task tracking",
      TASK_TRACKING.filter(({ needs }) => needs.every((name) => names.has(name))).map(bullet),
    ),
  ];
  return sections.filter((text) => text !== "").join("\n\n");
}

/** Half a path leads nowhere. */
const LONGEST_PATH = 4096;

/** The day only: a briefing that changed every second could not be cached. */
function environment({ cwd, addDirs, now }: BriefingFacts): readonly string[] {
  return [
    `Working folder: ${oneLine(cwd, LONGEST_PATH)}`,
    ...addDirs.map((dir) => `Further folder: ${oneLine(dir, LONGEST_PATH)}`),
    `Date: ${new Date(now).toISOString().slice(0, 10)}`,
  ];
}

function toolLines({ tools, hidden }: BriefingFacts): readonly string[] {
  const lines = tools.map(
    ({ name, summary, description }) => `- ${oneLine(name)}: ${oneLine(summary || description)}`,
  );
  const more = `- ${hidden} more can be found: describe what you need to tool_search, then use tool_call.`;
  return hidden === 0 ? lines : [...lines, more];
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`# ${title}`, ...lines].join("\n");
}

function bullet({ text }: { readonly text: string }): string {
  return `- ${text}`;
}
