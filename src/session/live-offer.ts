import type { CapabilityRow } from "../kernel/index.ts";
import { providerName, serverOfQualified } from "../ledger/index.ts";
import { type CapabilityTable, createCapabilityTable } from "./capability-table.ts";
import type { SessionMcp } from "./mcp/session-mcp.ts";
import { metaRows } from "./meta-rows.ts";
import type { MakeOffer, Offer } from "./offered-rows.ts";
import { refuseWithheld } from "./refuse.ts";

/** What a session offers right now: the deck stays, remote tools come and go. */
export interface LiveOffer {
  readonly rows: () => readonly CapabilityRow[];
  /** What a model is shown: what can be called, or in deferred mode how to find it and what is pinned. */
  readonly shown: () => readonly CapabilityRow[];
  /** How many more there are than a model is shown. */
  readonly hidden: () => number;
  readonly notes: () => readonly string[];
  /** Finds a row by wire name, node path or the name that providers were given; waits for the server it belongs to. */
  find(name: string): Promise<CapabilityRow>;
}

/** What an offer is made of. */
interface OfferParts {
  readonly make: MakeOffer;
  readonly mcp: SessionMcp | undefined;
  readonly deferred: boolean;
  /** Whether there are tools at all. */
  readonly hasTools: boolean;
}

/** Keeps the offer of a session as its servers change; without servers it never does. */
export function createLiveOffer({ make, mcp, deferred, hasTools }: OfferParts): LiveOffer {
  let current: Made | undefined;
  const meta = hasTools ? metaRows(() => now().callable) : [];
  mcp?.onChange(() => (current = undefined));
  now();
  return {
    rows: () => now().rows,
    shown,
    hidden: () => (deferred ? now().callable.length - (shown().length - meta.length) : 0),
    notes: () => now().notes,
    find,
  };

  function now(): Made {
    return (current ??= made(make(mcp?.rows() ?? []), meta));
  }

  function shown(): readonly CapabilityRow[] {
    const { pinned, callable } = now();
    return deferred ? [...meta, ...pinned.filter(isCallable)] : callable;
  }

  async function find(name: string): Promise<CapabilityRow> {
    const known = now().table.lookUp(name);
    if (known !== undefined) return known;
    const server = serverOfQualified(name);
    if (mcp === undefined || server === "") return now().table.row(name);
    await mcp.ready(server);
    const told = now().table.lookUp(name);
    // That a tool is unknown says nothing where its server could not be asked.
    if (told === undefined) refuseWithheld(mcp.absent(server));
    return told ?? now().table.row(name);
  }
}

interface Made extends Offer {
  readonly callable: readonly CapabilityRow[];
  readonly table: CapabilityTable;
}

function made(offer: Offer, meta: readonly CapabilityRow[] | undefined): Made {
  const { rows, outside } = offer;
  const table = createCapabilityTable(rows, {
    unlisted: meta,
    outside,
    alias: ({ name }) => providerName(name),
  });
  return { ...offer, callable: rows.filter(isCallable), table };
}

function isCallable({ withheld }: CapabilityRow): boolean {
  return withheld === undefined;
}
