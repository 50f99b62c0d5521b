import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** Adds the commands about what happened and what waits: approvals, traces, the audit trail, undo. */
export function addRecordCommands(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  addApprovals(program, terminal, exit);
  addTraces(program, terminal, exit);
  addAudit(program, terminal, exit);
  program
    .command("undo")
    .description("take back what a call changed; without a trace, the last call that changed a file")
    .argument("[trace]", "a trace's id, or enough of its beginning or end")
    .option("--all", "everything the session changed")
    .option("--dry-run", "tell what would be done, and do nothing")
    .action(async (trace: string | undefined, _options, command: Command) => {
      const { undo } = await import("./commands/undo.ts");
      exit(await undo(trace, command.optsWithGlobals(), terminal));
    });
}

function addApprovals(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  const approvals = program.command("approvals").description("what waits for a person");
  approvals
    .command("list", { isDefault: true })
    .description("the questions that wait, newest last")
    .option("--all", "what was decided, used or expired too")
    .action(async (_options, command: Command) => {
      const { approvalsList } = await import("./commands/approvals.ts");
      exit(await approvalsList(command.optsWithGlobals(), terminal));
    });
  approvals
    .command("show")
    .description("one question in full: the exact call, and why it is asked about")
    .argument("<id>", "an approval's id, or enough of its beginning or end")
    .action(async (id: string, _options, command: Command) => {
      const { approvalsShow } = await import("./commands/approvals.ts");
      exit(await approvalsShow(id, command.optsWithGlobals(), terminal));
    });
  approvals
    .command("approve")
    .description("let the call through; takes a terminal, or an operator's token")
    .argument("<id>", "an approval's id, or enough of its beginning or end")
    .option("--for-session", "this exact call, for the rest of its session")
    .option("--rule", "the rule that the question spells out, from now on")
    .option("--yes", "do not ask again")
    .action(async (id: string, _options, command: Command) => {
      const { approvalsApprove } = await import("./commands/approvals-decide.ts");
      exit(await approvalsApprove(id, command.optsWithGlobals(), terminal));
    });
  approvals
    .command("deny")
    .description("refuse the call; takes a terminal, or an operator's token")
    .argument("<id>", "an approval's id, or enough of its beginning or end")
    .action(async (id: string, _options, command: Command) => {
      const { approvalsDeny } = await import("./commands/approvals-decide.ts");
      exit(await approvalsDeny(id, command.optsWithGlobals(), terminal));
    });
}

function addTraces(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  const trace = program.command("trace").description("what was called, and what came of it");
  const list = trace
    .command("list", { isDefault: true })
    .description("the last calls, the newest first; --session for those of one session")
    .action(async (_options, command: Command) => {
      const { traceList } = await import("./commands/trace.ts");
      exit(await traceList(command.optsWithGlobals(), terminal));
    });
  trace
    .command("show")
    .description("everything that is remembered of one call")
    .argument("<id>", "a trace's id, or enough of its beginning or end")
    .action(async (id: string, _options, command: Command) => {
      const { traceShow } = await import("./commands/trace-show.ts");
      exit(await traceShow(id, command.optsWithGlobals(), terminal));
    });
  const whole = trace
    .command("export")
    .description("whole traces for another program, the newest first")
    .option("--format <name>", "ndjson, one a line, or json")
    .action(async (_options, command: Command) => {
      const { traceExport } = await import("./commands/trace.ts");
      exit(await traceExport(command.optsWithGlobals(), terminal));
    });
  for (const command of [list, whole]) {
    command
      .option("--tool <name>", "only calls of this tool")
      .option("--failed", "only calls that failed or were denied")
      .option("--since <time>", "only calls since then: 90m, 2h, 7d, or a date")
      .option("--limit <rows>", "at most so many");
  }
}

function addAudit(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  const audit = program.command("audit").description("the trail that cannot be altered unseen");
  audit
    .command("list", { isDefault: true })
    .description("its last records, the newest first")
    .option("--limit <rows>", "at most so many")
    .action(async (_options, command: Command) => {
      const { auditList } = await import("./commands/audit.ts");
      exit(await auditList(command.optsWithGlobals(), terminal));
    });
  audit
    .command("verify")
    .description("whether every record is as it was written; names the first that is not")
    .action(async (_options, command: Command) => {
      const { auditVerify } = await import("./commands/audit.ts");
      exit(await auditVerify(command.optsWithGlobals(), terminal));
    });
  audit
    .command("export")
    .description("every record exactly as it was sealed, one a line")
    .action(async (_options, command: Command) => {
      const { auditExport } = await import("./commands/audit.ts");
      exit(await auditExport(command.optsWithGlobals(), terminal));
    });
}
