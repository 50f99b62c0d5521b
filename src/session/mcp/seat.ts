import type {
  ConsentVerdict,
  ExaminedListing,
  FleetServer,
  JudgedListing,
  JudgedTool,
  McpServer,
  PinScope,
  UnusableServer,
} from "../../bridge/index.ts";
import type { RemoteStanding } from "../../control/index.ts";
import { commandWord, type TrustLevel, type Withheld } from "../../kernel/index.ts";
import type { ServerIdentity } from "../../ledger/index.ts";
import { flagLine } from "./flag-line.ts";

/** What a session knows of one server: its row, whose word it runs by, and what it listed last. */
export interface Seat {
  readonly server: McpServer;
  readonly consent: ConsentVerdict;
  /** Set when a person has disconnected it. */
  readonly isOff: boolean;
  /** What it listed last, judged by nobody yet. */
  readonly listed: ExaminedListing | undefined;
  /** The same, judged against what a person accepted; nothing before it was ever listed. */
  readonly listing: JudgedListing | undefined;
  /** Whether the listing is of this session, rather than remembered. */
  readonly isVerified: boolean;
}

/** Whose pins a server's are: of the user's own servers they hold in every workspace. */
export function scopeOf({ id, source }: McpServer): PinScope {
  return { workspace: source.origin === "user" ? "" : source.workspace, server: id };
}

/** How a server is reached, variables as names: a new secret is no new server. */
export function identityOf({ declared }: McpServer): ServerIdentity {
  return declared.transport === "stdio"
    ? { command: declared.command, args: declared.args }
    : { url: declared.url };
}

/** How a tool stands with the person whose session it is. */
export function standingIn(
  { server, consent }: Seat,
  judged: JudgedTool,
  trust: Readonly<Record<string, TrustLevel>>,
): RemoteStanding {
  const { tool, name, standing } = judged;
  const { toolTrust = {} } = server;
  const requires = ownOf(trust, name) ?? ownOf(toolTrust, tool) ?? ownOf(trust, server.id) ?? server.trust;
  return {
    consented: consent.verdict === "given",
    pinned: standing === "pinned",
    suspicions: () => judged.flags.map(flagLine),
    ...(requires === undefined ? {} : { requires }),
  };
}

/** Servers and tools are called as their makers like, also `constructor`, which every object has. */
function ownOf(levels: Readonly<Record<string, TrustLevel>>, name: string): TrustLevel | undefined {
  return Object.hasOwn(levels, name) ? levels[name] : undefined;
}

/** Why a tool cannot be called now; nothing when it can. */
export function withheldIn(
  { server: { id }, consent, isOff, listing }: Seat,
  { name, standing, problem }: JudgedTool,
  fleet: FleetServer | undefined,
): Withheld | undefined {
  if (consent.verdict === "pending") return pendingBy(id, consent.reason);
  if (standing === "unusable") {
    return {
      state: "quarantined",
      reason: `The definition of ${name} cannot be used: ${problem ?? "it is no valid definition"}.`,
      hint: "Its server has to define it otherwise; the server's other tools work.",
    };
  }
  if (listing?.server === "changed") {
    return {
      state: "quarantined",
      reason: `What was approved of the server ${id} can no longer be read, so all of it waits for a person.`,
      hint: `A person can look at it with deckhand mcp diff ${commandWord(id)} and accept it with deckhand mcp approve ${commandWord(id)}`,
    };
  }
  if (standing === "changed") {
    return {
      state: "quarantined",
      reason: `The definition of ${name} has changed since it was approved, so it is switched off.`,
      hint: `A person can look at the difference with deckhand mcp diff ${commandWord(name)} and accept it with deckhand mcp approve ${commandWord(name)}`,
    };
  }
  return isOff ? offBy(id) : suspendedBy(fleet);
}

/** Why nothing of a server can be had at all: nobody agreed to it, somebody disconnected it, or it never told its tools. */
export function absentIn(
  { server: { id }, consent, isOff, listing }: Seat,
  fleet: FleetServer | undefined,
): Withheld | undefined {
  if (consent.verdict === "pending") return pendingBy(id, consent.reason);
  if (isOff) return offBy(id);
  if (listing !== undefined) return undefined;
  return (
    suspendedBy(fleet) ?? {
      state: "suspended",
      reason: `The server ${id} is not there: ${fleet?.fault ?? "it has not told its tools yet."}`,
      hint: `How it does: deckhand mcp status ${commandWord(id)}`,
    }
  );
}

/** Why nothing can be had of a server whose row cannot be used as it stands. */
export function unusableRow({ id, reason, source }: UnusableServer): Withheld {
  return {
    state: "suspended",
    reason: `The server ${id} cannot be used: ${reason}`,
    hint: `Mend its row in ${source.file}.`,
  };
}

function pendingBy(id: string, reason: string): Withheld {
  return {
    state: "pending",
    reason: `The server ${id} waits for a person's approval: ${reason}.`,
    hint: `A person can approve it: deckhand mcp approve ${commandWord(id)}`,
  };
}

/** Why nothing of a server that a person disconnected can be had. */
export function offBy(id: string): Withheld {
  return {
    state: "suspended",
    reason: `The server ${id} was disconnected.`,
    hint: `Connect it again: deckhand mcp connect ${commandWord(id)}`,
  };
}

function suspendedBy(fleet: FleetServer | undefined): Withheld | undefined {
  if (fleet?.state !== "suspended" && fleet?.state !== "needs sign-in") return undefined;
  const { id, state, fault = "it failed again and again" } = fleet;
  const verb = state === "suspended" ? "reconnect" : "connect";
  return {
    state: "suspended",
    reason: `The server ${id} is not there: ${fault}`,
    hint: `Once that is mended: deckhand mcp ${verb} ${commandWord(id)}`,
  };
}
