import {
  calls,
  type DefinedTool,
  defineTool,
  type JsonSchema,
  type ToolContext,
  type ToolResult,
} from "../../kernel/index.ts";
import { remotePath } from "./remote-path.ts";
import type { McpConnection } from "./wire/mcp-connection.ts";

/** What is known of a remote tool before it runs. */
export interface RemoteToolSpec {
  readonly server: string;
  /** What the server itself calls it. */
  readonly tool: string;
  /** The qualified name. */
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly parameters: JsonSchema;
  /** The hash of its whole definition. */
  readonly definition: string;
  /** How long one call may take without progress. */
  readonly timeoutMs: number | undefined;
}

/**
 * The way to the server of a tool.
 * Contract: it is given only once the server has shown that the tool is still defined as it was judged; else it is a fault.
 */
export type VerifiedConnection = (
  tool: Pick<RemoteToolSpec, "server" | "name" | "definition">,
  cancel: AbortSignal,
) => Promise<McpConnection>;

/**
 * A remote tool like any other. What its server says about effects is not believed, and what it takes to call it is
 * decided by how it stands with the person, never by itself.
 */
export function remoteTool(facts: RemoteToolSpec, connectionTo: VerifiedConnection): DefinedTool {
  const { server, tool, name, title, description, parameters, definition, timeoutMs } = facts;
  return defineTool({
    name,
    path: remotePath(server, tool),
    title: title ?? tool,
    summary: firstLine(description) || `The tool ${tool} of the MCP server ${server}.`,
    description,
    parameters,
    effects: [calls("remote")],
    trust: "L0",
    definition,
    run: async (input, { cancel, progress }: ToolContext): Promise<ToolResult> => {
      const connection = await connectionTo(facts, cancel);
      const raw = await connection.callTool(tool, input, { cancel, timeoutMs, onProgress: progress });
      // Most tools that are listed are never called.
      const { resultFromRemote } = await import("./results/result-from-remote.ts");
      return resultFromRemote(raw);
    },
  });
}

const LONGEST_SUMMARY = 200;

function firstLine(text: string): string {
  const [line = ""] = text.trim().split(/[\r\n]/, 1);
  return line.length <= LONGEST_SUMMARY ? line : `${line.slice(0, LONGEST_SUMMARY - 1)}…`;
}
