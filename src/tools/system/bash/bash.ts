import { z } from "zod";
import {
  calls,
  defineTool,
  FsFault,
  isFsFault,
  resolvePath,
  type ShellExecResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { type CommandOutput, reportCommand } from "./report-command.ts";
import { reportProgress } from "./report-progress.ts";
import { recordStream } from "./stream-record.ts";

const DEFAULT_MS = 120_000;
const MOST_MS = 600_000;

/** Runs one shell command to its end. */
export const bash = defineTool({
  name: "bash",
  path: "world.tools.system.bash",
  title: "Run shell command",
  summary: "Run a shell command to its end and report its output",
  description:
    "Run a shell command to its end and report stdout, stderr and status. Every command starts afresh in the working " +
    "directory: cd and variables do not last. Standard input is closed and nobody can answer a prompt. At the time limit, " +
    "and when the command ends, everything it started is ended too: use process for servers, watchers and other background work.",
  input: z.strictObject({
    command: z.string().min(1).describe("The command line, for bash"),
    timeoutMs: z
      .int()
      .positive()
      .optional()
      .describe(`Time limit in milliseconds; ${DEFAULT_MS} by default, ${MOST_MS} at most`),
    cwd: z.string().min(1).optional().describe("Folder to run in; the working directory by default"),
  }),
  effects: [calls("shell")],
  trust: "L3",
  verbs: ["shell.run"],
  touches: ({ command, cwd }) => [{ kind: "command", command, op: "run", cwd }],
  async run({ command, timeoutMs = DEFAULT_MS, cwd = "." }, ctx) {
    const limitMs = Math.min(timeoutMs, MOST_MS);
    const folder = await openFolder(ctx, cwd);
    const notes = timeoutMs > MOST_MS ? [`timeoutMs may be ${MOST_MS} at most, and was taken as that.`] : [];
    return runCommand({ command, limitMs, folder }, notes, ctx);
  },
});

async function openFolder(ctx: ToolContext, cwd: string): Promise<string> {
  const folder = resolvePath(ctx, cwd);
  const hint = `cwd must be a folder in the workspace, ${ctx.cwd}.`;
  try {
    if ((await ctx.fs.stat(folder)).isDirectory) return folder;
  } catch (error) {
    if (!isFsFault(error, "ENOENT")) throw error;
    throw new FsFault("ENOENT", { syscall: "chdir", path: cwd }, { hint });
  }
  throw new FsFault("ENOTDIR", { syscall: "chdir", path: cwd }, { hint });
}

interface CommandRun {
  readonly command: string;
  readonly limitMs: number;
  readonly folder: string;
}

async function runCommand(run: CommandRun, notes: readonly string[], ctx: ToolContext): Promise<ToolResult> {
  const output = {
    stdout: recordStream(ctx.budget.maxBytes, ctx),
    stderr: recordStream(ctx.budget.maxBytes, ctx),
  };
  try {
    const ended = await execute(run, output, ctx);
    return await reportCommand({ ...run, ended, notes }, output, ctx.budget.maxBytes);
  } catch (error) {
    await Promise.all([output.stdout.drop(), output.stderr.drop()]);
    throw error;
  }
}

function execute(run: CommandRun, output: CommandOutput, ctx: ToolContext): Promise<ShellExecResult> {
  const tellProgress = reportProgress(ctx);
  return ctx.shell.exec(run.command, {
    cwd: run.folder,
    timeoutMs: run.limitMs,
    cancel: ctx.cancel,
    // Everything is recorded here, as it comes.
    maxOutputBytes: 0,
    onOutput: (stream, chunk) => {
      const kept = output[stream].add(chunk);
      tellProgress(chunk);
      return kept;
    },
  });
}
