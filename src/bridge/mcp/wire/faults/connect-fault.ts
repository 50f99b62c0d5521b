import { Fault, type FaultCode, type FaultOptions } from "../../../../kernel/index.ts";
import type { McpServer } from "../../config/mcp-server.ts";
import type { Line } from "../line.ts";
import { lastWords } from "../stdio/last-words.ts";
import type { Sdk } from "../sdk.ts";
import { rowFacts } from "./row-facts.ts";
import { wireFault } from "./wire-faults.ts";

/** A server whose program was started and did not come up. */
class ProgramFault extends Fault {
  /** What it wrote to its standard error last. */
  readonly errorLines: readonly string[];

  constructor(code: FaultCode, message: string, errorLines: readonly string[], options?: FaultOptions) {
    super(code, message, options);
    this.errorLines = errorLines;
  }
}

/** What could not be connected. */
export interface Unconnected {
  readonly sdk: Sdk;
  readonly server: McpServer;
  /** The line that was tried last. */
  readonly line: Line | undefined;
}

/** Says why a server could not be connected, with the last thing its program had to say. */
export function connectFault(error: unknown, { sdk, server, line }: Unconnected): Fault {
  const trouble = line?.trouble();
  const fault = wireFault(error, { ...rowFacts(server), sdk, hasEffect: false, trouble });
  // Nothing was called yet, so no tool can have failed.
  const code = fault.code === "tool_error" ? "unavailable" : fault.code;
  const { message, hint } = fault;
  if (line?.kind !== "stdio")
    return code === fault.code ? fault : new Fault(code, message, { hint, cause: error });
  const lines = line.errorLines();
  // A line that broke has told its last words already.
  const words = trouble instanceof Fault ? "" : lastWords(lines);
  return new ProgramFault(code, `${message}${words}`, lines, { hint, cause: error });
}
