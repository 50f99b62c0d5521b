import type { TrustLevel } from "../../kernel/index.ts";

/** How a remote tool stands with the person whose session it is. */
export interface RemoteStanding {
  /** A person agreed to its server. */
  readonly consented: boolean;
  /** Its definition is the one they agreed to. */
  readonly pinned: boolean;
  /** What the user's own configuration says of this server or tool. */
  readonly requires?: TrustLevel;
  /** What is suspicious about its definition, for whoever is asked about a call; looked for only then. */
  readonly suspicions?: () => readonly string[];
}

/** What calling a tool that is not Deckhand's own takes: the most, unless a person agreed to exactly it. */
export function foreignRequirement(standing: RemoteStanding | undefined): TrustLevel {
  return standing?.consented === true && standing.pinned ? (standing.requires ?? "L2") : "L3";
}
