import type { AgentTool, BindContext, Fs, Shell } from "../kernel/index.ts";

/** A capability is exactly a tool: the deck wraps nothing. */
export type Capability = AgentTool;

/** A capability whatever its input is. */
export type AnyCapability = AgentTool;

/** A wire name that was minted by `capabilityId`. */
export type CapabilityId = string & { readonly __capabilityId: true };

/** Mints the id of a capability from its wire name: `read`, `bash`, `<server>__<tool>`. */
export function capabilityId(name: string): CapabilityId {
  return name as CapabilityId;
}

/** What a card is built with. */
export interface DeckContext {
  readonly cwd: string;
  /** Stands in for the files of this machine. */
  readonly fs?: Fs;
  /** Stands in for the shell of this machine. */
  readonly shell?: Shell;
  /** Handles by key, such as the memory store; whoever needs one names its key. */
  readonly framework?: Readonly<Record<string, unknown>>;
  /** The whole context of a session that is already running; built capabilities share it. */
  readonly context?: BindContext;
}

/** One row of the catalogue: what a capability is called, and how to make it. */
export interface CapabilityCard {
  readonly id: CapabilityId;
  readonly title: string;
  readonly summary: string;
  /** Makes a capability for this context; changes nothing that others share. */
  readonly build: (ctx: DeckContext) => Capability;
}

/** The named sets a session can be provisioned with; their inverted names are pinned, see `docs/deck.md`. */
export type DeckProfile = "authoring" | "survey" | "all";

/** What a host hands to its agent loop. */
export type DeckBox = AnyCapability[];

/** An assembled deck. */
export interface ToolDeck {
  /** Every capability, in deck order; a fresh array. */
  tools(): AnyCapability[];
  /** The same, under the name hosts consume. */
  box(): DeckBox;
  /** Ends the background jobs of a deck that was built from a folder alone; may be called again. */
  close(): Promise<void>;
}
