import { Fault } from "../../src/kernel/index.ts";
import type { RemoteDefinition } from "../../src/ledger/index.ts";
import type { ConnectServer } from "../../src/bridge/mcp/fleet/fleet.ts";
import type { McpServer } from "../../src/bridge/mcp/config/mcp-server.ts";
import { rowHash } from "../../src/bridge/mcp/config/row-hash.ts";
import type {
  ConnectionEnd,
  McpConnection,
  RawResult,
  RememberedRevision,
  RequestOptions,
  ServerList,
} from "../../src/bridge/mcp/wire/mcp-connection.ts";
import { deferred } from "./deferred.ts";

/** A row that needs no file. */
export function scriptedServer(
  id: string,
  settings: Partial<Extract<McpServer, { transport: "stdio" }>> = {},
): McpServer {
  const row = { id, transport: "stdio", command: id, args: [], env: {}, ...settings } as const;
  const source = {
    file: "/config/mcp.json",
    host: "deckhand",
    origin: "user",
    workspace: "/work",
    isInWorkspace: false,
  } as const;
  return { ...row, source, declared: row, hash: rowHash(row) };
}

/** How a scripted connection differs from one that just works. */
export interface ConnectionScript {
  readonly tools?: readonly RemoteDefinition[];
  readonly offersTools?: boolean;
  readonly instructions?: string;
  readonly remembered?: RememberedRevision;
  readonly errorLines?: readonly string[];
  /** Waits before it answers. */
  readonly list?: (options: RequestOptions | undefined) => Promise<readonly RemoteDefinition[]>;
  readonly call?: (tool: string, input: unknown, options: RequestOptions | undefined) => Promise<RawResult>;
  /** Settles when closing is over. */
  readonly closing?: Promise<void>;
}

/** A connection whose server is the test. */
export interface ScriptedConnection extends McpConnection {
  readonly isOpen: () => boolean;
  readonly listings: () => number;
  /** What it lists from now on. */
  readonly offer: (tools: readonly RemoteDefinition[]) => void;
  readonly change: (list: ServerList) => void;
  /** The server goes by itself. */
  readonly die: (reason: string) => void;
}

/** One call of `connect`. */
export interface ConnectAttempt {
  readonly server: McpServer;
  readonly cancel: AbortSignal;
  readonly remembered: RememberedRevision | undefined;
  /** Whether it was answered. */
  readonly isOver: () => boolean;
  readonly accept: (script?: ConnectionScript) => ScriptedConnection;
  readonly refuse: (error: unknown) => void;
}

/** Servers that do what a test says; nothing of theirs leaves this process. */
export interface ScriptedServers {
  readonly connect: ConnectServer;
  readonly attempts: ConnectAttempt[];
  readonly connections: ScriptedConnection[];
  /** What a server does when it is connected; it is left waiting when nothing is said. */
  readonly script: (id: string, answer: (attempt: ConnectAttempt) => void) => void;
  readonly attemptsOf: (id: string) => readonly ConnectAttempt[];
  /** The last attempt on a server. */
  readonly last: (id: string) => ConnectAttempt;
  /** The last connection to a server, if there was one. */
  readonly connectionOf: (id: string) => ScriptedConnection | undefined;
  /** How many connections to a server are open, or to all. */
  readonly open: (id?: string) => number;
}

/** A fresh set of servers. */
export function scriptedServers(): ScriptedServers {
  const answers = new Map<string, (attempt: ConnectAttempt) => void>();
  const attempts: ConnectAttempt[] = [];
  const made: { readonly id: string; readonly connection: ScriptedConnection }[] = [];
  const connect: ConnectServer = (server, { cancel, remembered }) =>
    new Promise((resolve, reject) => {
      let isOver = false;
      const refuse = (error: unknown): void => {
        isOver = true;
        reject(error);
      };
      const attempt: ConnectAttempt = {
        server,
        cancel,
        remembered,
        isOver: () => isOver,
        refuse,
        accept: (script = {}) => {
          isOver = true;
          const connection = scriptedConnection(script);
          made.push({ id: server.id, connection });
          resolve(connection);
          return connection;
        },
      };
      attempts.push(attempt);
      answers.get(server.id)?.(attempt);
      cancel.addEventListener("abort", () => refuse(cancel.reason));
    });
  const attemptsOf = (id: string) => attempts.filter(({ server }) => server.id === id);
  return {
    connect,
    attempts,
    get connections() {
      return made.map(({ connection }) => connection);
    },
    script: (id, answer) => void answers.set(id, answer),
    attemptsOf,
    last: (id) => {
      const attempt = attemptsOf(id).at(-1);
      if (attempt === undefined) throw new Error(`nobody has tried to connect ${id}`);
      return attempt;
    },
    connectionOf: (id) => made.findLast((each) => each.id === id)?.connection,
    open: (id) =>
      made.filter((each) => (id === undefined || each.id === id) && each.connection.isOpen()).length,
  };
}

function scriptedConnection(script: ConnectionScript): ScriptedConnection {
  const listeners = new Set<(list: ServerList) => void>();
  let tools = script.tools ?? [];
  let listings = 0;
  let isOpen = true;
  const ended = deferred<ConnectionEnd>();
  const end = (reason: string): void => {
    isOpen = false;
    ended.resolve({ reason });
  };
  return {
    revision: "2025-11-25",
    remembered: script.remembered ?? { era: "legacy" },
    transport: "stdio",
    serverInfo: {},
    instructions: script.instructions,
    offers: { tools: script.offersTools ?? true, resources: false, prompts: false },
    listTools: async (options) => {
      listings += 1;
      if (!isOpen) throw new Fault("unavailable", "closed");
      return script.list === undefined ? tools : script.list(options);
    },
    callTool: async (tool, input, options) => script.call?.(tool, input, options) ?? { content: [] },
    listResources: async () => [],
    listResourceTemplates: async () => [],
    readResource: async () => ({ contents: [] }),
    listPrompts: async () => [],
    getPrompt: async () => ({ messages: [] }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ended: ended.promise,
    errorLines: () => script.errorLines ?? [],
    close: async () => {
      if (isOpen) await script.closing;
      end("closed by us");
    },
    isOpen: () => isOpen,
    listings: () => listings,
    offer: (next) => {
      tools = next;
    },
    change: (list) => [...listeners].forEach((listener) => listener(list)),
    die: end,
  };
}
