import type { CallToolRequest, Tool } from "@modelcontextprotocol/client";
import { Fault } from "../../../kernel/index.ts";
import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { Send } from "./ask.ts";
import type { OpenClient } from "./open-client.ts";
import { HEADER_KEYWORD, unfitHeaders } from "./unfit-headers.ts";

/** Tools that want some of their arguments repeated as HTTP headers (`x-mcp-header`). */
export interface HeaderTools {
  /** Takes in what was listed last. */
  learn(definitions: readonly RemoteDefinition[]): void;
  /** How to call such a tool; nothing for all others. */
  sendFor(tool: string): Send | undefined;
}

/** Keeps the tools whose arguments are repeated as headers; only modern servers over HTTP have any. */
export function createHeaderTools({ client, line }: OpenClient): HeaderTools {
  const tools = new Map<string, Tool>();
  const hasHeaders = line.kind === "http" && client.getProtocolEra() === "modern";
  return {
    learn(definitions) {
      tools.clear();
      for (const { name, inputSchema } of hasHeaders ? definitions : []) {
        if (JSON.stringify(inputSchema)?.includes(`"${HEADER_KEYWORD}"`)) {
          // Without an output schema, so that the SDK does not judge what comes back.
          tools.set(String(name), { name, inputSchema } as Tool);
        }
      }
    },
    sendFor(tool) {
      const toolDefinition = tools.get(tool);
      if (toolDefinition === undefined) return undefined;
      const flaw = unfitHeaders(toolDefinition.inputSchema);
      if (flaw !== undefined) return () => Promise.reject(unfit(tool, flaw));
      return (params, options) =>
        client.callTool({ ...params } as CallToolRequest["params"], { ...options, toolDefinition });
    },
  };
}

/** The specification has such tools not called at all. */
function unfit(tool: string, flaw: string): Fault {
  return new Fault(
    "unavailable",
    `The tool "${tool}" wants arguments as HTTP headers, and ${flaw}: it is not called.`,
  );
}
