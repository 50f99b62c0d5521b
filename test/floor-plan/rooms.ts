/** What one room may import from others, always by their `index.ts`. */
export interface RoomRule {
  /** Rooms it may use. */
  readonly imports: readonly string[];
  /** Rooms of which it may only name types. */
  readonly types?: readonly string[];
  /** Rooms it may load by `import()` while running, never at start. */
  readonly lazy?: readonly string[];
}

/** `src/index.ts`: it belongs to no room and imports from all that it shows. */
export const FRONT_DOOR = "front door";

const INNER_ROOMS = [
  "kernel",
  "backends",
  "tools",
  "deck",
  "ledger",
  "bridge",
  "control",
  "pipeline",
  "verbs",
  "nodes",
  "store",
] as const;

const DELIVERIES = ["cli", "http", "mcp", "console", "adapters", "agent"].map((name) => `delivery/${name}`);

/** The floor plan: imports point toward the kernel. */
export const ROOMS: ReadonlyMap<string, RoomRule> = new Map<string, RoomRule>([
  ["kernel", { imports: [] }],
  ["backends", { imports: ["kernel"] }],
  ["tools", { imports: ["kernel"] }],
  ["ledger", { imports: ["kernel"] }],
  ["control", { imports: ["kernel"] }],
  ["nodes", { imports: ["kernel"] }],
  // A deck provisioned from a folder alone works on this machine, and contexts are made in backends.
  ["deck", { imports: ["kernel", "tools", "backends"] }],
  ["bridge", { imports: ["kernel", "ledger"] }],
  ["pipeline", { imports: ["kernel", "control"] }],
  ["verbs", { imports: ["kernel", "control", "pipeline"] }],
  ["store", { imports: ["kernel"], types: ["ledger", "bridge", "control", "deck"] }],
  ["session", { imports: INNER_ROOMS }],
  ...DELIVERIES.map((room): [string, RoomRule] => [room, { imports: [...INNER_ROOMS, "session"] }]),
  ["delivery/cli", { imports: [...INNER_ROOMS, "session"], lazy: DELIVERIES }],
  [FRONT_DOOR, { imports: [...INNER_ROOMS, "session"] }],
]);

/** Rooms that reach the machine only through their context. */
export const ROOMS_WITHOUT_MACHINE: readonly string[] = ["kernel", "tools"];

/** Modules that reach the machine, or give a way around this list. */
export const MACHINE_MODULES: readonly string[] = [
  "child_process",
  "cluster",
  "dgram",
  "dns",
  "dns/promises",
  "fs",
  "fs/promises",
  "http",
  "http2",
  "https",
  "module",
  "net",
  "tls",
  "worker_threads",
];

/** Rooms that speak MCP; nobody else imports its packages. */
export const ROOMS_WITH_MCP: readonly string[] = ["bridge", "delivery/mcp"];

/** Files that load modules a user names in their own configuration; nobody else computes what it imports. */
export const LOADS_USER_MODULES: readonly string[] = ["src/session/load-addons.ts"];
