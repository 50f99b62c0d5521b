import type { FleetServer, McpDiagnostic, McpServer, RawResult, SignInOptions } from "../../bridge/index.ts";
import type { RemoteStanding } from "../../control/index.ts";
import type { CapabilityRow, Clock, TrustLevel, Withheld } from "../../kernel/index.ts";
import type { BridgeLedger } from "../../ledger/index.ts";
import type { LazyStore } from "../../store/index.ts";

/** How a remote tool stands: callable as trust allows, or not until a person or its server does something. */
export type RemoteToolState = "live" | "pending" | "quarantined" | "suspended";

/** One remote tool, as it is told to people and machines. */
export interface RemoteToolFacts {
  /** The qualified name, `<server>__<tool>`. */
  readonly name: string;
  readonly server: string;
  /** What the server itself calls it. */
  readonly tool: string;
  readonly state: RemoteToolState;
  /** Why it cannot be called, in a sentence. */
  readonly reason?: string;
  /** `new` ones were not there when a person agreed to the server. */
  readonly standing: "pinned" | "new" | "changed" | "unusable";
  /** What changed since a person agreed and needs nobody: its title, its icons. */
  readonly noted: readonly string[];
  /** What is suspicious about its definition, in sentences; what cannot be seen is made visible. */
  readonly flags: readonly string[];
  /** The hash of its whole definition. */
  readonly definition: string;
}

/** One server of a session: how it does, and whose word it runs by. */
export interface McpServerFacts extends Omit<FleetServer, "state"> {
  /** `unusable`: its row cannot be a server as it stands. */
  readonly state: FleetServer["state"] | "unusable";
  readonly file: string;
  readonly consent: string;
  /** Its tools that wait for a person. */
  readonly quarantined: readonly string[];
  /** What is suspicious about what it tells models about itself, in sentences. */
  readonly suspicious: readonly string[];
}

/** What `deckhand mcp status` tells. */
export interface McpStatus {
  readonly servers: readonly McpServerFacts[];
  readonly diagnostics: readonly McpDiagnostic[];
}

/** What a person is shown before they agree to a server or a tool. */
export interface McpReview {
  /** What was asked about: the id of a server, or a qualified tool. */
  readonly name: string;
  readonly server: McpServer;
  /** Whether there is anything to agree to. */
  readonly isNeeded: boolean;
  /** The row, the new and changed definitions with their differences, what is suspicious; for a terminal, whole. */
  readonly lines: readonly string[];
  /** The same for machines. */
  readonly changes: readonly {
    readonly name: string;
    readonly what: string;
    readonly lines: readonly string[];
  }[];
}

/** A resource or prompt of a server, as the server describes it. */
export interface RemoteItem {
  readonly server: string;
  readonly item: RawResult;
}

/** Lists of several servers, and which of them could not be asked. */
export interface RemoteItems {
  readonly items: readonly RemoteItem[];
  readonly faults: readonly { readonly server: string; readonly message: string }[];
}

/** Other people's tools in one session: what is on offer, how it stands, and the fleet behind it. */
export interface SessionMcp {
  /** Every remote tool that is known, those that cannot be called now included; changes as servers do. */
  rows(): readonly CapabilityRow[];
  /** Tells that `rows` has changed; returns what ends that. */
  onChange(listener: () => void): () => void;
  /** Settles when every server (or this one) whose tools were not known has told them, failed, or used up its time. */
  ready(server?: string): Promise<void>;
  /** Begins to connect everything in the background. */
  start(): void;
  /** Why nothing of a server of this id can be had; nothing where there is none, or where it has told its tools. */
  absent(server: string): Withheld | undefined;
  standingOf(name: string): RemoteStanding | undefined;
  /** What rows hold that no record may, variables filled in. */
  secrets(): readonly string[];
  /** What calling a remote tool takes. */
  requires(name: string): TrustLevel;
  /** What a person should know: new and changed tools, what is suspicious, servers that wait; in sentences. */
  notes(): readonly string[];
  /** Every event of the tools of this workspace's servers, for questions about the past. */
  ledger(): Promise<BridgeLedger>;
  /** Every remote tool with how it stands. */
  tools(): readonly RemoteToolFacts[];
  /** How every server does; connects those that may be. */
  status(): Promise<McpStatus>;
  /** The same as of now, connecting nothing. */
  statusNow(): McpStatus;
  /** Connects a server now, also one that was disconnected; signs in by `openBrowser` where that is needed. */
  connect(server: string, options?: ConnectOptions): Promise<void>;
  /** Reads the configuration again and connects one server, or all, anew. */
  reconnect(server?: string): Promise<void>;
  /** Ends a server and withdraws its tools, until somebody connects it. */
  disconnect(server: string): Promise<void>;
  /** What there is to agree to; a server that was never listed is connected for it if it may be. */
  review(name: string): Promise<McpReview>;
  /** Agrees to exactly what a review showed: consent to the row, pins for the definitions. */
  approve(review: McpReview): Promise<void>;
  resources(server?: string): Promise<RemoteItems>;
  resourceTemplates(server?: string): Promise<RemoteItems>;
  readResource(server: string, uri: string, cancel?: AbortSignal): Promise<RawResult>;
  prompts(server?: string): Promise<RemoteItems>;
  getPrompt(server: string, name: string, args: Readonly<Record<string, string>>): Promise<RawResult>;
  /** Ends every server; may be called again. */
  close(): Promise<void>;
}

/** Where a session keeps what it remembers, as its MCP part needs it. */
export interface McpPlace {
  /** Where the ledger is kept. */
  readonly store: LazyStore;
  readonly clock: Clock;
  /** What Deckhand's own tools are called, which others have no business to talk about. */
  readonly builtins: readonly string[];
  /** Whether the session outlives its calls: then servers connect in the background and files are watched. */
  readonly stays: boolean;
}

/** Opens the MCP part of one session; the session closes it. */
export type OpenMcp = (place: McpPlace) => SessionMcp;

/** How a person signs in. */
export interface ConnectOptions {
  /** Shows a person the page to sign in at; without it a server that asks for that is a fault. */
  readonly openBrowser?: SignInOptions["openBrowser"];
  /** What the sign-in has to allow beside what it allowed before; it is made anew for that. */
  readonly scope?: string | undefined;
  readonly cancel?: AbortSignal | undefined;
}
