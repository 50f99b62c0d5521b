import { NO_MCP } from "../src/delivery/cli/no-mcp.ts";
import { Fault } from "../src/kernel/index.ts";
import type {
  ConnectOptions,
  McpReview,
  McpServerFacts,
  McpStatus,
  RemoteItems,
  RemoteToolFacts,
  SessionMcp,
} from "../src/session/index.ts";

/** What the servers of a session in memory are, and what comes of asking them. */
export interface MemoryMcp {
  readonly servers?: readonly McpServerFacts[];
  readonly tools?: readonly RemoteToolFacts[];
  readonly diagnostics?: McpStatus["diagnostics"];
  readonly review?: McpReview;
  readonly resources?: RemoteItems;
  readonly prompts?: RemoteItems;
  /** What reading a resource or filling in a prompt answers. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Where a server that needs it has people sign in. */
  readonly signInAt?: string;
  /** With whom people signed in before. */
  readonly signedInWith?: string;
}

/** The servers of a session, in memory, and what was done to them. */
export function memorySessionMcp(given: MemoryMcp): SessionMcp & { readonly did: readonly string[] } {
  const did: string[] = [];
  let servers = given.servers ?? [];
  const turn = (id: string, state: McpServerFacts["state"]): void => {
    servers = servers.map((server) => (server.id === id ? { ...server, state } : server));
  };
  const statusNow = (): McpStatus => ({ servers, diagnostics: given.diagnostics ?? [] });
  return {
    ...NO_MCP,
    did,
    statusNow,
    status: async () => {
      did.push("status");
      return statusNow();
    },
    tools: () => given.tools ?? [],
    connect: async (id, options: ConnectOptions = {}) => {
      did.push(`connect ${id}`);
      if (servers.find((server) => server.id === id)?.state === "needs sign-in") {
        if (options.openBrowser === undefined) throw new Fault("unavailable", `${id} wants you to sign in`);
        await options.openBrowser(given.signInAt ?? "", {
          issuer: "https://login.example",
          earlier: given.signedInWith,
        });
      }
      turn(id, "live");
    },
    reconnect: async (id) => {
      did.push(`reconnect ${id ?? "all"}`);
    },
    disconnect: async (id) => {
      did.push(`disconnect ${id}`);
      turn(id, "disconnected");
    },
    review: async (name) => {
      if (given.review === undefined) throw new Fault("not_found", `There is no tool ${name}.`);
      return given.review;
    },
    approve: async ({ name }) => {
      did.push(`approve ${name}`);
    },
    resources: async (server) => itemsOf(given.resources, server),
    resourceTemplates: async (server) => itemsOf(given.resources, server),
    prompts: async (server) => itemsOf(given.prompts, server),
    readResource: async (server, uri) => {
      did.push(`read ${server} ${uri}`);
      return given.answer ?? {};
    },
    getPrompt: async (server, name, args) => {
      did.push(`prompt ${server} ${name} ${JSON.stringify(args)}`);
      return given.answer ?? {};
    },
  };
}

function itemsOf({ items, faults }: RemoteItems = NOTHING, server?: string): RemoteItems {
  const isAsked = (one: { readonly server: string }): boolean =>
    server === undefined || one.server === server;
  return { items: items.filter(isAsked), faults: faults.filter(isAsked) };
}

const NOTHING: RemoteItems = { items: [], faults: [] };

/** The facts of a server that does well, or otherwise as they are given. */
export function serverFacts(given: Partial<McpServerFacts> = {}): McpServerFacts {
  return {
    id: "files",
    state: "live",
    transport: "stdio",
    revision: "2025-11-25",
    tools: 2,
    restarts: 0,
    errorLines: [],
    file: "/p/mcp.json",
    consent: "given by flag",
    quarantined: [],
    suspicious: [],
    ...given,
  };
}

/** The facts of a remote tool that can be called, or otherwise as they are given. */
export function remoteToolFacts(given: Partial<RemoteToolFacts> = {}): RemoteToolFacts {
  return {
    name: "files__read",
    server: "files",
    tool: "read",
    state: "live",
    standing: "pinned",
    noted: [],
    flags: [],
    definition: "sha256:1",
    ...given,
  };
}
