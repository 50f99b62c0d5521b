import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createLocalPrograms } from "../../../src/backends/index.ts";
import type { RemoteServer, StdioServer } from "../../../src/bridge/mcp/config/declared-server.ts";
import type { McpServer } from "../../../src/bridge/mcp/config/mcp-server.ts";
import { type ConnectorOptions, createConnector } from "../../../src/bridge/mcp/wire/create-connector.ts";
import type { McpConnection, RememberedRevision } from "../../../src/bridge/mcp/wire/mcp-connection.ts";

/** What may be said about one connection of a test. */
export interface FixtureConnection extends Partial<ConnectorOptions> {
  readonly remembered?: RememberedRevision;
  readonly cancel?: AbortSignal;
}

/** Connects a server until the test is over. */
export async function connectFixture(
  server: McpServer,
  { remembered, cancel = AbortSignal.timeout(25_000), ...options }: FixtureConnection = {},
): Promise<McpConnection> {
  const connect = createConnector({
    programs: createLocalPrograms(),
    environment: { PATH: process.env["PATH"] ?? "" },
    version: "9.9.9",
    ...options,
  });
  const connection = await connect(server, { cancel, remembered });
  onTestFinished(() => connection.close());
  return connection;
}

/** The row of a script of this folder, or of any other. */
export function scriptServer(script: string, settings: Partial<StdioServer> = {}): McpServer {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "deckhand-wire-")));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const { args = [], ...rest } = settings;
  const file = join(import.meta.dirname, script);
  return asServer(
    { id: "fix", transport: "stdio", command: process.execPath, args: [file, ...args], env: {}, ...rest },
    workspace,
  );
}

/** The row of a server at a URL. */
export function urlServer(url: string, settings: Partial<RemoteServer> = {}): McpServer {
  return asServer({ id: "fix", transport: "auto", url, headers: {}, ...settings }, tmpdir());
}

function asServer(declared: StdioServer | RemoteServer, workspace: string): McpServer {
  const file = join(workspace, "mcp.json");
  const source = { file, host: "deckhand", origin: "named", workspace, isInWorkspace: false } as const;
  return { ...declared, source, declared, hash: "of no consequence" };
}
