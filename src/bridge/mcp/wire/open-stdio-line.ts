import { dirname, isAbsolute } from "node:path";
import { type Program, type Programs, untilCancelled } from "../../../kernel/index.ts";
import type { McpServer, McpSource } from "../config/mcp-server.ts";
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
    cwd: cwd ?? folderOf(source, environment["HOME"]),
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

/**
 * Where a program runs whose row does not say it. Many take code from the folder they are started in (`npx` its packages,
 * `python -m` its modules), so that whoever wrote a project must not choose it for a row that is not the project's.
 */
function folderOf({ origin, file, workspace }: McpSource, home: string | undefined): string {
  if (origin === "project" || !isAbsolute(file)) return workspace;
  return origin === "user" ? (home ?? dirname(file)) : dirname(file);
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
