import type { LocalContextOverrides } from "../backends/index.ts";
import type { DeckProfileName, Delegate, MemoryStore } from "../deck/index.ts";
import type { Asker, Clock, SaasGateway } from "../kernel/index.ts";
import type { SearchProvider } from "../tools/index.ts";
import type { Addon } from "./addon.ts";
import type { GovernSettings } from "./governed/governance.ts";
import type { OpenMcp } from "./mcp/session-mcp.ts";

/** Where a session works and what it may use. */
export interface SessionSettings {
  readonly cwd: string;
  /** The session's name: with one, its checklist, mode and memory outlive the process. */
  readonly name?: string;
  /** Where named sessions are remembered; the user's state folder when absent. */
  readonly stateFolder?: string;
  /** Further folders that tools may reach. */
  readonly addDirs?: readonly string[];
  /** Which part of the deck to offer; `all` when absent. */
  readonly profile?: DeckProfileName;
  /** The only tools of the deck to offer, however they are spelled; all when absent or empty, none at all when false. */
  readonly tools?: readonly string[] | false;
  /** Tools that are never offered. */
  readonly withoutTools?: readonly string[];
  /** Whether a model is shown only how to search for tools and call them, and what is pinned. */
  readonly deferred?: boolean;
  /** Tools that are shown in deferred mode too. */
  readonly pinned?: readonly string[];
  readonly addons?: readonly Addon[];
  /** Runs the sub-agents of `task`. */
  readonly delegate?: Delegate;
  /** The way to outside services, for `saas-action`. */
  readonly saasGateway?: SaasGateway;
  /** Where `memory` keeps its note, instead of the session's own store. */
  readonly memoryStore?: MemoryStore;
  /** Finds who answers `websearch`, when it is first needed. */
  readonly searchProvider?: () => Promise<SearchProvider>;
  /** Limits of the sub-agents that `task` starts; the delegate's own hold where they are lower. */
  readonly task?: Pick<Delegate, "maxDepth" | "maxConcurrent">;
  /** Whether the session outlives its calls, so that background jobs may; whoever opens one closes it. */
  readonly stays?: boolean;
  /** Which hosts may be fetched from, as the network judges them. */
  readonly web?: LocalContextOverrides["web"];
  /** Opens the session's part of other people's tools, as `sessionMcp(…)` makes it; none when absent. */
  readonly mcp?: OpenMcp;
  readonly clock?: Clock;
  /** How calls are judged, asked about, recorded and undone; with false they just run. */
  readonly govern?: GovernSettings | false;
  /** The way to the person behind the session, for `clarify`; nobody when absent. */
  readonly asker?: Asker;
  /** Tells whoever waits how far a long call has come. */
  readonly onProgress?: (note: string) => void;
}
