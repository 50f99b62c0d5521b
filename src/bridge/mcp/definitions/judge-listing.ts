import {
  type Pin,
  pinDifference,
  type PinDifference,
  type ServerIdentity,
  serverPin,
} from "../../../ledger/index.ts";
import type { ExaminedListing, ExaminedTool } from "./examine-listing.ts";
import type { PinnedServer, PinnedTool } from "./pins.ts";

/**
 * How a tool stands with the person who accepted its server: `pinned` is what they accepted, `new` was not there then,
 * `changed` is defined otherwise now and waits for them, `unusable` cannot be used whoever accepts it.
 */
export type ToolStanding = "pinned" | "new" | "changed" | "unusable";

/** A tool of a listing, judged against what was accepted. */
export interface JudgedTool extends ExaminedTool {
  readonly standing: ToolStanding;
  /** What differs from what was accepted; of a pinned one only a title or an icon. */
  readonly difference?: PinDifference;
  /** What was accepted under this name. */
  readonly accepted?: PinnedTool;
  /** The name under which exactly this was accepted, where that name is gone. */
  readonly renamedFrom?: string;
}

/** How the way to a server, or what it tells the model, stands. */
export type ServerStanding = "first" | "pinned" | "changed";

/** A listing, judged against what was accepted of its server. */
export interface JudgedListing extends Omit<ExaminedListing, "tools"> {
  readonly tools: readonly JudgedTool[];
  /** Accepted tools that are no longer there. */
  readonly vanished: readonly string[];
  /** Its command and arguments, or its address. */
  readonly server: ServerStanding;
  /** What it would tell the model; a changed text is not passed on before a person accepts it. */
  readonly instructionsStanding: ServerStanding;
  readonly acceptedInstructions?: string;
}

/** Judges a listing; of a server that nobody accepted anything of yet, all that can be used counts as accepted. */
export function judgeListing(
  listing: ExaminedListing,
  pinned: PinnedServer | undefined,
  identity: ServerIdentity,
): JudgedListing {
  const names = new Set(listing.tools.map(({ tool }) => tool));
  const vanished = Object.keys(pinned?.tools ?? {}).filter((name) => !names.has(name));
  const judge = pinned === undefined ? judgeFirst : (tool: ExaminedTool) => judgeTool(tool, pinned, vanished);
  return {
    serverId: listing.serverId,
    rejected: listing.rejected,
    instructions: listing.instructions,
    get instructionFlags() {
      return listing.instructionFlags;
    },
    tools: listing.tools.map((tool) => withJudgement(tool, judge(tool))),
    vanished,
    ...judgeServer(pinned, serverPin({ ...identity, instructions: listing.instructions })),
  };
}

type Judgement = Pick<JudgedTool, "standing" | "difference" | "accepted" | "renamedFrom">;

function judgeFirst({ problem }: ExaminedTool): Judgement {
  return { standing: problem === undefined ? "pinned" : "unusable" };
}

function judgeTool(tool: ExaminedTool, { tools }: PinnedServer, vanished: readonly string[]): Judgement {
  if (tool.problem !== undefined) return { standing: "unusable" };
  const accepted = Object.hasOwn(tools, tool.tool) ? tools[tool.tool] : undefined;
  if (accepted === undefined) {
    const from = vanished.find((name) => isSameButName(tools[name]?.pin, tool.pin));
    return { standing: "new", ...(from === undefined ? {} : { renamedFrom: from }) };
  }
  const difference = pinDifference(accepted.pin, tool.pin);
  if (difference.verdict === "same") return { standing: "pinned", accepted };
  return { standing: difference.verdict === "noted" ? "pinned" : "changed", difference, accepted };
}

function isSameButName(before: Pin | undefined, now: Pin): boolean {
  if (before === undefined) return false;
  const { changes } = pinDifference(before, now);
  return changes.length === 1 && changes[0]?.part === "name";
}

function judgeServer(
  pinned: PinnedServer | undefined,
  now: Pin,
): Pick<JudgedListing, "server" | "instructionsStanding" | "acceptedInstructions"> {
  if (pinned === undefined) return { server: "first", instructionsStanding: "first" };
  const changed = pinDifference(pinned.identity, now).changes.map(({ part }) => part);
  return {
    server: changed.some((part) => part !== "instructions") ? "changed" : "pinned",
    instructionsStanding: changed.includes("instructions") ? "changed" : "pinned",
    ...(pinned.instructions === undefined ? {} : { acceptedInstructions: pinned.instructions }),
  };
}

/** A copy that still looks for flags only when it is asked. */
function withJudgement(tool: ExaminedTool, judgement: Judgement): JudgedTool {
  return Object.defineProperties(judgement as JudgedTool, Object.getOwnPropertyDescriptors(tool));
}
