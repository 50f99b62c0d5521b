import { type Program, type Programs, untilCancelled } from "../../../kernel/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import { rowFacts } from "./faults/row-facts.ts";
import type { Line } from "./line.ts";
import { createStdioTransport } from "./stdio/stdio-transport.ts";

/** What programs of servers are started with. */
export interface StdioLineOptions {
  readonly programs: Programs;
  readonly environment: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
}

/** Starts the program of a server; nothing is said to it yet. */
export async function openStdioLine(
  server: Extract<McpServer, { readonly transport: "stdio" }>,
  { programs, environment, cancel }: StdioLineOptions,
): Promise<Line> {
  const { command, args, env, cwd, source } = server;
  const starting = programs.start({
    command,
    args,
    cwd: cwd ?? source.workspace,
    env: { ...environment, ...env },
    // A bare name means a program of the machine, never one that lies in the project.
    untrusted: [source.workspace],
  });
  const transport = createStdioTransport(await orEnded(starting, cancel), rowFacts(server).mask);
  return {
    kind: "stdio",
    transport,
    trouble: () => transport.trouble(),
    errorLines: () => transport.errorLines(),
  };
}

/** A program that has started by the time nobody wants it any more is ended. */
async function orEnded(starting: Promise<Program>, cancel: AbortSignal): Promise<Program> {
  try {
    return await untilCancelled(starting, cancel);
  } catch (error) {
    void starting.then((program) => program.end(0)).catch(() => {});
    throw error;
  }
}
