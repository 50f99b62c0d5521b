import { z } from "zod";
import {
  calls,
  type DefinedTool,
  defineTool,
  Fault,
  textResult,
  type ToolContext,
} from "../../kernel/index.ts";
import { bindContext } from "../bind-context.ts";
import type { CapabilityCard, DeckContext } from "../contract.ts";
import type { Delegate, DelegateRequest } from "../delegate.ts";
import { DELEGATE_HANDLE_KEY, handleOf } from "../handles.ts";
import { askOutside } from "./ask-outside.ts";
import { cardOf } from "./card-of.ts";
import { createSlots, type InSlot } from "./slots.ts";

const MOST_DEPTH = 2;
const MOST_AT_ONCE = 4;

const taskInput = z.strictObject({
  objective: z
    .string()
    .refine((text) => text.trim() !== "", "must say what is to be achieved")
    .describe("What the sub-agent is to achieve, complete in itself"),
  agent: z.string().min(1).optional().describe("The kind of agent, if there are several"),
  context: z.string().optional().describe("What it should know: findings, constraints, file names"),
});

const TASK = {
  name: "task",
  path: "self.tools.task",
  title: "Delegate a task",
  summary: "Give an objective to a sub-agent and get one report back",
  description:
    "Give a self-contained objective to a sub-agent with a context of its own and get one report back. It sees nothing " +
    "of this conversation: put what it needs into objective and context, and say what the report should tell.",
  input: taskInput,
  effects: [calls("remote")],
  trust: "L2",
} as const;

/** Makes `task` over the runner of the host, if there is one. */
export function buildTaskCapability(ctx: DeckContext): DefinedTool {
  const delegate = handleOf(ctx, DELEGATE_HANDLE_KEY);
  const inSlot = createSlots(delegate?.maxConcurrent ?? MOST_AT_ONCE);
  return defineTool({
    ...TASK,
    run: async (input, call) => {
      if (delegate === undefined) throw noRunner();
      return textResult(await delegateTo(delegate, requestOf(input, delegate), inSlot, call));
    },
  }).bind(bindContext(ctx));
}

/** The card of `task`. */
export const taskCard: CapabilityCard = cardOf(TASK, buildTaskCapability);

function requestOf(
  { objective, agent, context }: z.infer<typeof taskInput>,
  delegate: Delegate,
): DelegateRequest {
  return {
    objective,
    ...(agent === undefined ? {} : { agent }),
    ...(context === undefined ? {} : { context }),
    depth: depthBelow(delegate),
  };
}

function depthBelow({ depth = 0, maxDepth = MOST_DEPTH }: Delegate): number {
  if (depth < maxDepth) return depth + 1;
  throw new Fault("unavailable", `Delegations may go ${maxDepth} deep, and this session is at ${depth}.`, {
    hint: "Do this part of the work here.",
  });
}

/** A call that is taken back while it waits never begins; one that runs keeps its slot until it has really ended. */
async function delegateTo(
  delegate: Delegate,
  request: DelegateRequest,
  inSlot: InSlot,
  { cancel, progress }: ToolContext,
): Promise<string> {
  const report: unknown = await askOutside({ who: "The sub-agent", cancel }, () =>
    inSlot(async () => {
      cancel.throwIfAborted();
      return delegate.run(request, { cancel, progress });
    }),
  );
  if (typeof report !== "string") throw noReport(report);
  return report.trim() === "" ? "The sub-agent ended without a report." : report;
}

function noRunner(): Fault {
  return new Fault("unavailable", "Delegation is unavailable: this session has no runner for sub-agents.", {
    hint: `Do the work here. A host provides a runner as framework.${DELEGATE_HANDLE_KEY}.`,
  });
}

function noReport(report: unknown): Fault {
  const kind = report === null ? "null" : typeof report;
  return new Fault("tool_error", `The sub-agent answered with ${kind} instead of a report.`, {
    hint: "Do the work here: the runner of this host does not keep its contract.",
  });
}
