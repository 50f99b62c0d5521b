import { type Command, Option } from "commander";
import type { SessionMcp } from "../../session/index.ts";
import type { McpHistoryFlags } from "./commands/mcp-history.ts";
import type { Terminal } from "./terminal.ts";

/** Opens a session for the flags of a command, and ends with what some work on its servers comes to. */
type Opened = (command: Command, work: (mcp: SessionMcp) => Promise<number>) => Promise<void>;

/** Adds the commands about other people's tools: the servers, what they offer, and what waits for a person. */
export function addMcpCommands(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  const mcp = program
    .command("mcp")
    .description("other people's tools: how their servers do, and what waits for a person");
  const opened: Opened = async (command, work) => {
    const { withMcp } = await import("./with-mcp.ts");
    exit(await withMcp(command.optsWithGlobals(), terminal, work));
  };
  addStatus(mcp, terminal, opened, exit);
  addConnections(mcp, terminal, opened);
  addConsents(mcp, terminal, opened);
  mcp
    .command("import")
    .description("take servers of another program over into your own file; without a name, which there are")
    .argument("[host]", "claude-code, claude-desktop, cursor, vscode, gemini, codex or opencode")
    .option("--dry-run", "show what would be taken over, and keep nothing")
    .option("--yes", "do not ask")
    .action(async (host: string | undefined, _options, command: Command) => {
      const { mcpImport } = await import("./commands/mcp-import.ts");
      exit(await mcpImport(host, command.optsWithGlobals(), terminal));
    });
  addContents(mcp, terminal, opened);
}

const SERVER = "a server's id";

function addStatus(mcp: Command, terminal: Terminal, opened: Opened, exit: (code: number) => void): void {
  mcp
    .command("status", { isDefault: true })
    .description("connect every server that may be, and tell how it does and what to do about it")
    .argument("[server]", SERVER)
    .option("-v, --verbose", "where it is configured, who agreed to it, and what it wrote to standard error")
    .action(async (server: string | undefined, _options, command: Command) => {
      const { mcpStatus } = await import("./commands/mcp-status.ts");
      await opened(command, (servers) => mcpStatus(servers, server, command.optsWithGlobals(), terminal));
    });
  mcp
    .command("tools")
    .description("every remote tool: whether it can be called, and what is suspicious about it")
    .argument("[server]", SERVER)
    .option(
      "--at <time>",
      "which definitions were live then, such as 2h or 2026-01-31T12:00Z; connects nothing",
    )
    .addOption(
      new Option(
        "--since <time>",
        "which tools came, went and changed since then; connects nothing",
      ).conflicts("at"),
    )
    .action(async (server: string | undefined, { at, since }: McpHistoryFlags, command: Command) => {
      const flags = command.optsWithGlobals();
      const { mcpToolsAt, mcpToolsSince } = await import("./commands/mcp-history.ts");
      if (at !== undefined) return exit(await mcpToolsAt(server, { ...flags, at }, terminal));
      if (since !== undefined) return exit(await mcpToolsSince(server, { ...flags, since }, terminal));
      const { mcpTools } = await import("./commands/mcp-tools.ts");
      return opened(command, (servers) => mcpTools(servers, server, flags, terminal));
    });
}

function addConnections(mcp: Command, terminal: Terminal, opened: Opened): void {
  mcp
    .command("connect")
    .description("connect a server now, also a disconnected one; sign in where it asks for that")
    .argument("<server>", SERVER)
    .option("--no-browser", "print where to sign in, and open nothing")
    .option("--scope <scope>", "sign in anew and allow this too, where a server says it is not enough")
    .action(async (server: string, _options, command: Command) => {
      const { mcpConnect } = await import("./commands/mcp-connect.ts");
      await opened(command, (servers) => mcpConnect(servers, server, command.optsWithGlobals(), terminal));
    });
  mcp
    .command("reconnect")
    .description("read the configuration again, and connect one server or all anew")
    .argument("[server]", SERVER)
    .action(async (server: string | undefined, _options, command: Command) => {
      const { mcpReconnect } = await import("./commands/mcp-connect.ts");
      await opened(command, (servers) => mcpReconnect(servers, server, command.optsWithGlobals(), terminal));
    });
  mcp
    .command("disconnect")
    .description("end a server and withdraw its tools, until somebody connects it")
    .argument("<server>", SERVER)
    .action(async (server: string, _options, command: Command) => {
      const { mcpDisconnect } = await import("./commands/mcp-connect.ts");
      await opened(command, (servers) => mcpDisconnect(servers, server, command.optsWithGlobals(), terminal));
    });
}

const NAME = "a server's id, or a tool as <server>__<tool>";

function addConsents(mcp: Command, terminal: Terminal, opened: Opened): void {
  mcp
    .command("approve")
    .description("agree to a server or a changed tool, after seeing all of it; takes a person")
    .argument("<name>", NAME)
    .option("--yes", "do not ask")
    .action(async (name: string, _options, command: Command) => {
      const { mcpApprove } = await import("./commands/mcp-approve.ts");
      await opened(command, (servers) => mcpApprove(servers, name, command.optsWithGlobals(), terminal));
    });
  mcp
    .command("diff")
    .description("what there is to agree to; ends with 1 when there is something")
    .argument("<name>", NAME)
    .action(async (name: string, _options, command: Command) => {
      const { mcpDiff } = await import("./commands/mcp-approve.ts");
      await opened(command, (servers) => mcpDiff(servers, name, command.optsWithGlobals(), terminal));
    });
}

function addContents(mcp: Command, terminal: Terminal, opened: Opened): void {
  mcp
    .command("resources")
    .description("what servers have to read; with a URI, the resource itself")
    .argument("[server]", SERVER)
    .argument("[uri]", "the resource to read")
    .option("--templates", "the templates of resources instead")
    .option("--out <file>", "a new file to keep the resource in")
    .action(async (server: string | undefined, uri: string | undefined, _options, command: Command) => {
      const [{ mcpResource }, { mcpResources }] = await Promise.all([
        import("./commands/mcp-resource.ts"),
        import("./commands/mcp-resources.ts"),
      ]);
      const flags = command.optsWithGlobals();
      await opened(command, (servers) =>
        server === undefined || uri === undefined
          ? mcpResources(servers, server, flags, terminal)
          : mcpResource(servers, { server, uri }, flags, terminal),
      );
    });
  mcp
    .command("prompts")
    .description("the prompts of servers; with a name, the prompt itself")
    .argument("[server]", SERVER)
    .argument("[name]", "the prompt to fill in")
    .argument("[arguments...]", "key=value")
    .action(
      async (
        server: string | undefined,
        name: string | undefined,
        words: readonly string[],
        _options,
        command: Command,
      ) => {
        const { mcpPrompt, mcpPrompts } = await import("./commands/mcp-prompts.ts");
        const flags = command.optsWithGlobals();
        await opened(command, (servers) =>
          server === undefined || name === undefined
            ? mcpPrompts(servers, server, flags, terminal)
            : mcpPrompt(servers, { server, name, words }, flags, terminal),
        );
      },
    );
}
