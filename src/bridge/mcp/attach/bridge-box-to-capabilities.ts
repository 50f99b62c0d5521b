import {
  type AgentTool,
  calls,
  defineTool,
  type ToolBox,
  type ToolDescriptor,
  type ToolResult,
  type ToolRunner,
} from "../../../kernel/index.ts";
import { serverOfQualified, unqualifiedTool } from "../../../ledger/index.ts";
import { remotePath } from "../remote-path.ts";
import { projectOutcome } from "./project-outcome.ts";

/** Makes one capability of each descriptor of a box; all of them run through the box's runner. */
export function bridgeBoxToCapabilities(box: ToolBox): AgentTool[] {
  return box.descriptors().map((descriptor) => capabilityOf(descriptor, box.runner));
}

/** It needs no context to be run; bound to one, its calls are checked and settled there like those of any tool. */
function capabilityOf({ name, description, parameters }: ToolDescriptor, runner: ToolRunner): AgentTool {
  const run = async (input: unknown, cancel: AbortSignal): Promise<ToolResult> =>
    projectOutcome(await runner.run({ id: `bridge_${name}`, name, input }, cancel));
  const tool = defineTool({
    name,
    path: remotePath(serverOfQualified(name), unqualifiedTool(name)),
    title: name,
    summary: firstLine(description) || `A tool of the server ${serverOfQualified(name)}.`,
    description,
    parameters,
    effects: [calls("remote")],
    run: (input, { cancel }) => run(input, cancel),
  });
  return { ...tool, execute: (_callId, input, cancel = neverCancelled()) => run(input, cancel) };
}

function neverCancelled(): AbortSignal {
  return new AbortController().signal;
}

function firstLine(text: string): string {
  return text.trim().split(/[\r\n]/, 1)[0] ?? "";
}
